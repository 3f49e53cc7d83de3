import { laneName } from "../../data/lanes/flow-text.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { countText } from "../../words/format/figures.ts";
import { textWidth } from "../../words/format/text-width.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Positions in the flow of a narrow page, where lanes are rows. CSS pixels from its left edge. */
export interface NarrowLayout {
  /** Right end of the lanes' counts, and left end of their names. */
  readonly countRight: number;
  readonly nameLeft: number;
  /** The lanes' bars: to the right of the names, or under them if the width is too small. */
  readonly bars: { readonly left: number; readonly room: number; readonly place: "beside" | "under" };
  /** Right end of the tray, the box around the lanes of nodes in progress. */
  readonly right: number;
}

const COUNT_CHARACTER = 9.6;
const NAME_CHARACTER = 6.6;
const NAME_SIZE = 12.5;
const EDGE = 8;
const RIGHT_MARGIN = 16;
/** A shorter bar next to a name cannot show shares. */
const MIN_ROOM = 28;

/** Lays out the flow of a narrow page. `width`: CSS pixels; from 288 on, names and counts fit in full, and the bars
 *  take the rest. Pure. */
export function layoutNarrow(
  shown: readonly { readonly lane: LaneId; readonly count: number }[],
  surge: boolean,
  width: number,
  t: Translate,
): NarrowLayout {
  const right = width;
  const digits = Math.max(3, ...shown.map(({ count }) => countText(count).length));
  const countRight = Math.ceil(digits * COUNT_CHARACTER) + EDGE;
  const nameLeft = countRight + EDGE;
  const longest = Math.max(...shown.map(({ lane }) => textWidth(laneName(lane, surge, t), NAME_CHARACTER, NAME_SIZE)));
  const inlineLeft = nameLeft + Math.ceil(longest) + EDGE;
  const inlineRoom = right - inlineLeft - RIGHT_MARGIN;
  const bars =
    inlineRoom >= MIN_ROOM
      ? { left: inlineLeft, room: inlineRoom, place: "beside" as const }
      : { left: nameLeft, room: right - nameLeft - RIGHT_MARGIN, place: "under" as const };
  return { countRight, nameLeft, bars, right };
}
