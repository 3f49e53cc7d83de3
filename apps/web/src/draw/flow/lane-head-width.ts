import { laneName } from "../../data/lanes/flow-text.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { countText } from "../../words/format/figures.ts";
import { textWidth } from "../../words/format/text-width.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Position of the name in a lane head: right of the count, or under it if the width is short. */
export type LaneHeads = "beside" | "under";

/** Least widths of lanes, CSS pixels. Of the texts of a lane, only the foot may be truncated. */
const LEAST: Readonly<Record<LaneHeads, Partial<Record<LaneId, number>>>> = {
  beside: { created: 176, ready: 96, terminating: 120 },
  under: { created: 110, gap: 50 },
};
/** Upper bounds of character widths, CSS pixels: a count of 17 px, a name of 12.5 px, a name of 12 px. Chinese
 *  characters are as wide as high. */
const COUNT_CHARACTER = 11;
const NAME_CHARACTER = 6.4;
const SMALL_NAME_CHARACTER = 6.2;
const NAME_SIZE = 12.5;
const SMALL_NAME_SIZE = 12;
const BETWEEN = 7;
const AFTER = 14;

/** Width of a number in a head, with its commas, CSS pixels. */
export const countWidth = (count: number): number => countText(count).length * COUNT_CHARACTER;

/** Returns the width in CSS pixels of a lane whose head shows a count up to `maxCount` in full. */
export function laneHeadWidth(lane: LaneId, maxCount: number, surge: boolean, heads: LaneHeads, t: Translate): number {
  const name = laneName(lane, surge, t);
  const text =
    heads === "beside"
      ? countWidth(maxCount) + BETWEEN + textWidth(name, NAME_CHARACTER, NAME_SIZE)
      : Math.max(countWidth(maxCount), textWidth(name, SMALL_NAME_CHARACTER, SMALL_NAME_SIZE));
  return Math.max(Math.ceil(text) + AFTER, LEAST[heads][lane] ?? 0);
}
