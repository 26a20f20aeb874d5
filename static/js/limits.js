// What a phone checks of a hand by itself, from limits that the server rendered as data. It scores nothing, and
// the server judges again whatever passes here.
window.handLimits = (function () {
  "use strict";

  function racks(hand) {
    return hand.seats.filter(hand.tellsRack).map(function (seat) {
      return {
        seat: seat,
        opening: hand.opening(seat),
        points: Number(hand.points(seat).value),
        okeys: Number(hand.chosen(seat + "-okeys")) || 0,
      };
    });
  }

  function fouls(form, seat, code) {
    var counted = 0;
    form.querySelectorAll('.sheet[data-seat="' + seat + '"] .foul').forEach(function (foul) {
      if (!code || foul.dataset.code === code) counted += Number(foul.querySelector("input").value) || 0;
    });
    return counted;
  }

  function thrown(hand) {
    if (!hand.finished()) return 0;
    var kind = hand.chosen("finish");
    return kind.indexOf("double_okey") >= 0 ? 2 : kind.indexOf("okey") >= 0 ? 1 : 0;
  }

  function openings(hand) {
    return hand.seats.map(hand.opening);
  }

  function impossible(hand, limits) {
    var found = [];
    function add(code, seat) {
      found.push({ code: code, seat: seat || "" });
    }
    var kept = racks(hand);
    kept.forEach(function (rack) {
      if (rack.points > limits.rack[rack.opening]) add("rack_out_of_range", rack.seat);
    });
    var okeys = kept.reduce(function (sum, rack) {
      return sum + rack.okeys;
    }, thrown(hand));
    if (okeys > limits.okeys) add("too_many_okeys");
    if (hand.finished() && hand.opening(hand.ending()) === "pairs") finishedWithPairs(hand, add);
    return found;
  }

  function finishedWithPairs(hand, add) {
    var all = openings(hand);
    if (hand.chosen("finish").indexOf("direct") === 0) add("direct_finish_with_pairs", hand.ending());
    else if (all.every(function (how) { return how === "pairs"; })) add("all_opened_pairs_is_void");
    else if (hand.chosen("finish").indexOf("double_okey") < 0 && hand.asked().every(function (seat) { return hand.opening(seat) !== "series"; }) && all.indexOf("series") < 0) {
      add("pairs_finish_needs_open_series", hand.ending());
    }
  }

  function doubtful(hand, limits) {
    var form = hand.form();
    var found = racks(hand).filter(function (rack) {
      return !rack.points && !rack.okeys;
    }).map(function (rack) {
      return { code: "empty_rack_without_finish", seat: rack.seat };
    });
    hand.seats.forEach(function (seat) {
      if (fouls(form, seat) > limits.infractions.many) found.push({ code: "many_infractions", seat: seat });
      if (fouls(form, seat, "playable_discard") && openings(hand).indexOf("series") < 0) {
        found.push({ code: "playable_discard_without_series", seat: seat });
      }
    });
    return found;
  }

  function accepted(form) {
    return Array.prototype.filter.call(form.querySelectorAll("[name=accepted]"), function (box) {
      return box.checked;
    }).map(function (box) {
      return box.value;
    });
  }

  // Everything that hinders saving: what can't be, and what is doubted and was not confirmed.
  function check(hand, limits) {
    var yes = accepted(hand.form());
    return {
      unanswered: hand.asked().filter(function (seat) {
        return !hand.told(seat);
      }),
      impossible: impossible(hand, limits),
      doubtful: doubtful(hand, limits).filter(function (doubt) {
        return yes.indexOf(doubt.code) < 0;
      }),
    };
  }

  // Whether nobody scores and the same number is played again.
  function isVoid(hand, limits) {
    if (hand.ending() === "all_opened_pairs") return true;
    return limits.void.nobody_opened && hand.ending() === "deck_exhausted" && openings(hand).every(function (how) {
      return how === "none";
    });
  }

  return { check: check, isVoid: isVoid };
})();
