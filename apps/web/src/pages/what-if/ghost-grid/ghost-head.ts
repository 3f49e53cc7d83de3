import type { NodeGroup } from "../../../data/rows/node-group.ts";
import { groupName } from "../../../draw/grid/group-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { textWidth } from "../../../words/format/text-width.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

const MAX_HEADING_WIDTH = 220;

/** Returns the width of a group's heading (name and node count), which is above its nodes, CSS pixels. */
export const ghostHeadWidth = (group: NodeGroup, t: Translate): number =>
  Math.min(MAX_HEADING_WIDTH, Math.ceil(textWidth(groupName(group, t), 6.9, 12) + 6 + textWidth(countText(group.rows.length), 6.6, 12)));
