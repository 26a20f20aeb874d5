// The tile referee of 101: melds as an opening and as a direct finish, and what a rack could open with.
import { readMeld } from "../judge/melds.js";
import { judgeRack } from "../judge/racks.js";
import { groupVerdict } from "./group-texts.js";
import { judgeGroups, lastOpening, neededTotal, splitThrown } from "./judge-groups.js";
import { finishVerdict, openingVerdict } from "./summary-texts.js";
import { isWild, pad, pageData, startReferee } from "./tile-tapping.js";
import { fillIn, line } from "./verdicts.js";

const { rules, words } = pageData;

// Returns whether the rack could have opened with a kind, and the best melds of that kind.
function judgeRackFor(kind, { rack, indicator, previous }) {
  const rackResult = judgeRack(rack, indicator, rules, lastOpening(kind, previous));
  const canOpen = rackResult.opens.includes(kind);
  const totalsText = fillIn(words[`${kind}Of`], rackResult[kind].total, neededTotal(kind, rules, previous));
  const text = fillIn(canOpen ? words.couldOpen : words.couldNot, totalsText);
  const lines = line(pageData, canOpen ? "good" : "error-text", text, `opening.${kind}`);
  return { lines, melds: rackResult[kind].melds };
}

function groupsVerdict(groups, { question, indicator, previous, groups: all }) {
  const { melds, thrown } = question === "finish" ? splitThrown(groups, indicator) : { melds: groups, thrown: [] };
  const questionData = { pageData, pad, all, groups: melds, thrown, indicator, previous };
  const judged = judgeGroups(melds, indicator, rules, previous);
  return question === "finish" ? finishVerdict(questionData, judged) : openingVerdict(questionData, judged);
}

startReferee({
  group: (codes, { indicator }) => {
    return groupVerdict(pageData, pad, codes, readMeld(codes, indicator, rules), isWild, indicator);
  },
  groups: groupsVerdict,
  rack: (state) => ["series", "pairs"].map((kind) => judgeRackFor(kind, state)),
});
