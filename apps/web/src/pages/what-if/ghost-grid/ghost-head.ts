import type { NodeGroup } from "../../../data/rows/node-group.ts";
import { groupName } from "../../../draw/grid/group-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { textWidth } from "../../../words/format/text-width.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

const MAX_HEAD = 220;

/** Returns the width of a group's name and count over its nodes, CSS pixels. */
export const ghostHeadWidth = (group: NodeGroup, t: Translate): number =>
  Math.min(MAX_HEAD, Math.ceil(textWidth(groupName(group, t), 6.9, 12) + 6 + textWidth(countText(group.rows.length), 6.6, 12)));
