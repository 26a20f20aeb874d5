// The tile referee of classic Okey: whether fourteen tiles finish a hand, as laid and in any partition.
import { readMeld } from "../../judge/round/melds.js";
import { judgeRack } from "../../judge/okey_points/racks.js";
import { begin, isWild, pad, told } from "../tapping.js";
import { groupVerdict, rackVerdict, shownVerdict } from "./verdicts.js";

const { rules } = told;

begin({
  group: (codes, { indicator }) => groupVerdict(told, pad, codes, readMeld(codes, indicator), isWild, indicator),
  laid: (groups, { groups: all, indicator }) => shownVerdict({ told, pad, all, groups, indicator }),
  rack: ({ rack, indicator }) => rackVerdict(told, rack.length < rules.most ? null : judgeRack(rack, indicator), rules.most - rack.length),
});
