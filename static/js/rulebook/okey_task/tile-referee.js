// The tile referee of task Okey: judges melds or a rack by a chosen task.
import { judgeLaid, judgeRack, readFor } from "../../judge/okey_task/tasks.js";
import { nameOf } from "../../tiles/pad.js";
import { begin, isWild, pad, told } from "../tapping.js";
import { faultWords, filledIn, line, standing } from "../verdicts.js";

const { rules, words } = told;
const chooses = line(told, "", words.choose);
const taskOf = ({ chosen }) => chosen.task || "";

function group(codes, now) {
  const meld = readFor(codes, taskOf(now), rules);
  if (meld.kind !== "invalid") return [line(told, "good", words[meld.kind])].concat(standing(told, pad, codes, meld, isWild));
  return [line(told, "amiss", filledIn(words.invalidGroup, faultWords(told, pad, meld.fault)), `fault.${meld.fault.code}`)];
}

// The invalid groups, with index and tiles.
function wrongMelds(groups, melds, all) {
  const wrong = groups.filter((_codes, at) => melds[at].kind === "invalid");
  return wrong.map((codes) => `${filledIn(words.group, all.indexOf(codes) + 1)}: ${codes.map((code) => nameOf(pad, code)).join(" – ")}`).join("; ");
}

function laid(groups, now) {
  const task = taskOf(now);
  if (!task) return [chooses];
  const judged = judgeLaid(groups, task, rules);
  const name = told.tasks[task];
  if (judged.opens) {
    return [line(told, "good", filledIn(words.fulfils, name), `task.${task}`), line(told, "", words.keep, "hand.kept")];
  }
  const other = judged.isOfPairs ? filledIn(words.not_pairs, judged.pairs, rules.pairs) : words.not_task;
  const why = {
    invalid: () => line(told, "", filledIn(words.not_invalid, wrongMelds(groups, judged.melds, now.groups))),
    task: () => line(told, "", other, judged.isOfPairs ? "hand.pairs" : "hand.task"),
    kept: () => line(told, "", words.not_kept, "hand.kept"),
  };
  const not = line(told, "amiss", filledIn(words.fails, name), `task.${task}`);
  return [not, ...judged.hinders.map((one) => why[one]()), line(told, "", words.taken, "taken_back")];
}

function rack(now) {
  const task = taskOf(now);
  if (!task) return [{ said: chooses, melds: [] }];
  const { opens, melds } = judgeRack(now.rack, task, rules);
  const text = filledIn(opens ? words.could : words.could_not, told.tasks[task]);
  return [{ said: [line(told, opens ? "good" : "amiss", text, `task.${task}`, "hand.kept")], melds }];
}

begin({ group, laid, rack });
