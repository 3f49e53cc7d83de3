import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { textWidth } from "../../words/format/text-width.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { labelWords } from "./label-text.ts";
import type { ShownLabels } from "./shown-labels.ts";

const CHAR_WIDTH_PX = 6.3;
const FONT_SIZE_PX = 11;
/** Longer labels are cut: names determine the width of large cells. */
const MAX_WIDTH_PX = 170;

/** Returns the approximate width of the longest shown label, in CSS pixels. O(nodes); only a limited
 *  number of cells has names. */
export function labelsWidth(records: readonly (NodeRecord | undefined)[], shown: ShownLabels, t: Translate): number {
  let most = 0;
  for (const record of records)
    for (const line of record === undefined ? [] : shown.linesOf(record.labels))
      most = Math.max(most, textWidth(labelWords(line, t), CHAR_WIDTH_PX, FONT_SIZE_PX));
  return Math.ceil(Math.min(MAX_WIDTH_PX, most));
}
