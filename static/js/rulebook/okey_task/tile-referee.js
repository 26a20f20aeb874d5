// The tile referee of task Okey: judges melds or a rack by a chosen task.
import { judgeGroups, judgeRack, readMeldForTask } from "../../judge/okey_task/tasks.js";
import { tileName } from "../../tiles/pad.js";
import { isWild, pad, pageData, startReferee } from "../tile-tapping.js";
import { faultText, fillIn, line, substitutionLines } from "../verdicts.js";

const { rules, words } = pageData;
const choosePrompt = line(pageData, "", words.choose);
const taskOf = ({ chosen }) => chosen.task || "";

function groupVerdict(codes, state) {
  const meld = readMeldForTask(codes, taskOf(state), rules);
  if (meld.kind !== "invalid") {
    return [line(pageData, "good", words[meld.kind])].concat(substitutionLines(pageData, pad, codes, meld, isWild));
  }
  const text = fillIn(words.invalidGroup, faultText(pageData, pad, meld.fault));
  return [line(pageData, "error-text", text, `fault.${meld.fault.code}`)];
}

// The invalid groups, with index and tiles.
function wrongMelds(groups, melds, all) {
  const invalidGroups = groups.filter((_codes, at) => melds[at].kind === "invalid");
  const names = (codes) => codes.map((code) => tileName(pad, code)).join(" – ");
  return invalidGroups.map((codes) => `${fillIn(words.group, all.indexOf(codes) + 1)}: ${names(codes)}`).join("; ");
}

function groupsVerdict(groups, state) {
  const task = taskOf(state);
  if (!task) return [choosePrompt];
  const judged = judgeGroups(groups, task, rules);
  const name = pageData.tasks[task];
  if (judged.opens) {
    const fulfilledLine = line(pageData, "good", fillIn(words.fulfils, name), `task.${task}`);
    return [fulfilledLine, line(pageData, "", words.keep, "hand.kept")];
  }
  const unfulfilledText = judged.isPairsTask ? fillIn(words.not_pairs, judged.pairs, rules.pairs) : words.not_task;
  const blockerLines = {
    invalid: () => line(pageData, "", fillIn(words.not_invalid, wrongMelds(groups, judged.melds, state.groups))),
    task: () => line(pageData, "", unfulfilledText, judged.isPairsTask ? "hand.pairs" : "hand.task"),
    kept: () => line(pageData, "", words.not_kept, "hand.kept"),
  };
  const failedLine = line(pageData, "error-text", fillIn(words.fails, name), `task.${task}`);
  const reasons = judged.blockers.map((blocker) => blockerLines[blocker]());
  return [failedLine, ...reasons, line(pageData, "", words.taken, "taken_back")];
}

function rackVerdict(state) {
  const task = taskOf(state);
  if (!task) return [{ lines: choosePrompt, melds: [] }];
  const { opens: canOpen, melds } = judgeRack(state.rack, task, rules);
  const text = fillIn(canOpen ? words.could : words.could_not, pageData.tasks[task]);
  return [{ lines: [line(pageData, canOpen ? "good" : "error-text", text, `task.${task}`, "hand.kept")], melds }];
}

startReferee({ group: groupVerdict, groups: groupsVerdict, rack: rackVerdict });
