import type { NameGroup } from "../../data/clusters/name-groups.ts";

/** The positions of a row's marks; equal in every row. */
export interface CompactLayout {
  readonly pitch: number;
  readonly markWidth: number;
  readonly markHeight: number;
  readonly height: number;
  /** Positions of the marks by column, from the upper left corner of the row's marks. */
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly heads: readonly { readonly title: string; readonly count: number; readonly x: number }[];
}

const GROUP_GAP = 12;
const MIN_PITCH = 6;
const MAX_PITCH = 26;
/** From this pitch on, a name fits over its mark. Few clusters on a phone get it. */
export const MIN_NAME_PITCH = 72;
const MAX_NAME_PITCH = 120;
/** The pitch of marks that are wrapped into several lines. */
const WRAPPED_PITCH = 13;
const TALL = 20;
/** Space between marks. */
const GAP = 4;
const LINE_GAP = 4;

/**
 * Places the marks in one line with a gap between groups, if each mark fits. Otherwise wraps them into lines without
 * groups. `isTall`: a mark has a bar below it that shows the updated share.
 */
export function compactLayout(groups: readonly NameGroup[], width: number, isTall: boolean): CompactLayout {
  const count = groups.reduce((sum, { at }) => sum + at.length, 0);
  const room = Math.floor((width - GROUP_GAP * (groups.length - 1)) / Math.max(1, count));
  const maxPitch = isTall ? TALL + GAP : MAX_PITCH;
  const pitch = !isTall && room >= MIN_NAME_PITCH ? Math.min(MAX_NAME_PITCH, room) : Math.min(maxPitch, room);
  const places: (readonly [number, number])[] = [];
  if (pitch >= MIN_PITCH) {
    const heads: { title: string; count: number; x: number }[] = [];
    const markWidth = Math.min(pitch, maxPitch) - (pitch > 12 ? GAP : 1);
    const markHeight = isTall ? TALL : markWidth;
    let x = 0;
    for (const { title, at } of groups) {
      heads.push({ title, count: at.length, x });
      for (const column of at) {
        places[column] = [x, 0];
        x += pitch;
      }
      x += GROUP_GAP;
    }
    return { pitch, markWidth, markHeight, height: markHeight, places, heads };
  }
  const perLine = Math.max(1, Math.floor(width / WRAPPED_PITCH));
  const markWidth = WRAPPED_PITCH - 2;
  const order = groups.flatMap(({ at }) => at);
  for (const [index, column] of order.entries())
    places[column] = [(index % perLine) * WRAPPED_PITCH, Math.floor(index / perLine) * (markWidth + LINE_GAP)];
  const lines = Math.ceil(count / perLine);
  return { pitch: WRAPPED_PITCH, markWidth, markHeight: markWidth, height: lines * (markWidth + LINE_GAP) - LINE_GAP, places, heads: [] };
}
