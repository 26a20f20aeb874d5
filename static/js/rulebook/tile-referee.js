// The tile referee of 101: melds as an opening and as a direct finish, and what a rack could open with.
import { readMeld } from "../judge/melds.js";
import { judgeRack } from "../judge/racks.js";
import { groupVerdict } from "./groups.js";
import { judgeLaid, lastOf, needed, parted } from "./laid.js";
import { finishing, opening } from "./summaries.js";
import { begin, isWild, pad, told } from "./tapping.js";
import { filledIn, line } from "./verdicts.js";

const { rules, words } = told;

// Returns whether the rack could have opened with a kind, and the best melds of that kind.
function couldOpen(kind, { rack, indicator, previous }) {
  const found = judgeRack(rack, indicator, rules, lastOf(kind, previous));
  const opens = found.opens.includes(kind);
  const figures = filledIn(words[`${kind}Of`], found[kind].total, needed(kind, rules, previous));
  const said = line(told, opens ? "good" : "amiss", filledIn(opens ? words.couldOpen : words.couldNot, figures), `opening.${kind}`);
  return { said, melds: found[kind].melds };
}

function verdict(groups, { question, indicator, previous, groups: all }) {
  const { melds, thrown } = question === "finish" ? parted(groups, indicator) : { melds: groups, thrown: [] };
  const asked = { told, pad, all, groups: melds, thrown, indicator, previous };
  const judged = judgeLaid(melds, indicator, rules, previous);
  return question === "finish" ? finishing(asked, judged) : opening(asked, judged);
}

begin({
  group: (codes, { indicator }) => groupVerdict(told, pad, codes, readMeld(codes, indicator, rules), isWild, indicator),
  laid: verdict,
  rack: (now) => ["series", "pairs"].map((kind) => couldOpen(kind, now)),
});
