// The tile referee of classic Okey: whether fourteen tiles finish a hand, as laid and in any partition.
import { readMeld } from "../../judge/round/melds.js";
import { judgeRack } from "../../judge/okey_points/racks.js";
import { isWild, pad, pageData, startReferee } from "../tile-tapping.js";
import { groupsVerdict, groupVerdict, rackVerdict } from "./verdicts.js";

const { rules } = pageData;

startReferee({
  group: (codes, { indicator }) => groupVerdict(pageData, pad, codes, readMeld(codes, indicator), isWild, indicator),
  groups: (groups, { groups: all, indicator }) => groupsVerdict({ pageData, pad, all, groups, indicator }),
  rack: ({ rack, indicator }) => {
    const judged = rack.length < rules.most ? null : judgeRack(rack, indicator);
    return rackVerdict(pageData, judged, rules.most - rack.length);
  },
});
