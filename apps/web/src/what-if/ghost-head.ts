import { groupName } from "../grid/group-words.ts";
import type { Translate } from "../i18n/translator.ts";
import type { NodeGroup } from "../rows/node-group.ts";
import { countText } from "../text/figures.ts";
import { textWidth } from "../text/text-width.ts";

const MAX_HEAD = 220;

/** Returns the width of a group's name and count over its nodes, CSS pixels. */
export const ghostHeadWidth = (group: NodeGroup, t: Translate): number =>
  Math.min(MAX_HEAD, Math.ceil(textWidth(groupName(group, t), 6.9, 12) + 6 + textWidth(countText(group.rows.length), 6.6, 12)));
