import type { NodeGroup } from "../../../data/rows/node-group.ts";
import { groupName } from "../../../draw/grid/group-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { textWidth } from "../../../words/format/text-width.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/** The limit of a heading, and the average widths and sizes of its texts, CSS pixels. */
const MAX_HEADING_WIDTH = 220;
const NAME_CHAR_WIDTH = 6.9;
const COUNT_CHAR_WIDTH = 6.6;
const FONT_SIZE = 12;
const GAP = 6;

/** Returns the width of a group's heading (name and node count), which is above its nodes, CSS pixels. */
export const ghostHeadWidth = (group: NodeGroup, t: Translate): number =>
  Math.min(
    MAX_HEADING_WIDTH,
    Math.ceil(
      textWidth(groupName(group, t), NAME_CHAR_WIDTH, FONT_SIZE) +
        GAP +
        textWidth(countText(group.rows.length), COUNT_CHAR_WIDTH, FONT_SIZE),
    ),
  );

/** Reports whether facts fit after the heading of a group. `width`: CSS pixels. */
export const fitsHead = (group: NodeGroup, facts: string, width: number, t: Translate): boolean =>
  ghostHeadWidth(group, t) + GAP + textWidth(facts, COUNT_CHAR_WIDTH, FONT_SIZE) <= width;
