import { useLayoutEffect, useMemo, useState } from "react";
import { memoizeEqual } from "../../data/cluster/memoize-equal.ts";
import type { StripSize } from "../../draw/strip/strip-layout.ts";
import { pageZoom } from "../../ui/viewport/fit-canvas.ts";
import { rootScale } from "../../ui/viewport/root-scale.ts";

/** Up to this width a row has no columns (CSS: 900 px, less the margins of the page). */
const CARDS_UP_TO = 860;
const NARROW_UP_TO = 1350;
/** Widths of all columns except status and strip, CSS pixels. */
const COLUMNS = [24, 112, 160, 72, 76, 60, 96, 84];
const NARROW_COLUMNS = [24, 92, 148, 64, 66, 56, 84, 76];
/** Widest name, and the width of a bold character of it. */
const MAX_NAME = 280;
const NAME_CHARACTER = 7.25;
const MIN_STATUS = 208;
const MIN_STRIP = 120;
/** Strips of ordinary clusters are narrower, so that the columns of all these clusters have the same places. */
const STRIPS = 402;
const NARROW_STRIPS = 352;
/** Widest strip, and its share of a wide table. */
const MAX_STRIP = 492;
const STRIP_SHARE = 0.35;
/** Font size of the root on an ordinary screen, CSS pixels. It grows on wide screens, and everything with it. */
const ROOT = 16;
/** A taller page has rows of 40 px. */
const TALL_FROM = 1000;

interface FleetSize {
  readonly isCards: boolean;
  readonly isTall: boolean;
  /** `grid-template-columns`; empty if rows have no columns. */
  readonly columns: string;
  /** Height of a row, CSS. */
  readonly row: string;
  /** Most space for a strip, CSS pixels. */
  readonly room: number;
  /** Least width of the column of strips, CSS pixels. */
  readonly strips: number;
  readonly strip: StripSize;
}

const CARD_STRIP: StripSize = { height: 26, largestCell: 13 };
const NARROW_STRIP: StripSize = { height: 28, largestCell: 11 };
const STRIP: StripSize = { height: 28, largestCell: 13 };
const TALL_STRIP: StripSize = { height: 34, largestCell: 17 };

/** Returns the sizes of a fleet that is `width` px wide on a page of `height` px, with a root of `ROOT` px. A name gets
 *  space that the status does not need. `longest`: number of characters of the longest name. Pure. */
export function plainSize(width: number, height: number, longest: number): FleetSize {
  const isTall = height > TALL_FROM;
  if (width <= CARDS_UP_TO) {
    const room = Math.max(MIN_STRIP, width - 24);
    return { isCards: true, isTall, columns: "", row: "2rem", room, strips: room, strip: CARD_STRIP };
  }
  const isNarrow = width <= NARROW_UP_TO;
  const sides = isNarrow ? NARROW_COLUMNS : COLUMNS;
  const rest = width - sides.reduce((sum, side) => sum + side, 0);
  const room = Math.max(MIN_STRIP, Math.min(Math.max(MAX_STRIP, width * STRIP_SHARE), rest - MIN_STATUS));
  const [icon, namespace, name, ...counts] = sides.map((side) => `${side / ROOT}rem`);
  const [, , least = 0] = sides;
  const most = Math.min(MAX_NAME, Math.max(least, Math.ceil(longest * NAME_CHARACTER) + 8));
  const middle =
    rest - room < MIN_STATUS ? [name, "minmax(0, 1fr)"] : [`minmax(${name}, ${most / ROOT}rem)`, `minmax(${MIN_STATUS / ROOT}rem, 1fr)`];
  return {
    isCards: false,
    isTall,
    columns: [icon, namespace, ...middle, ...counts, "var(--strip-w)"].join(" "),
    row: isTall ? "2.5rem" : "2rem",
    room,
    strips: Math.min(room, isNarrow ? NARROW_STRIPS : STRIPS),
    strip: isNarrow ? NARROW_STRIP : isTall ? TALL_STRIP : STRIP,
  };
}

/** Returns the sizes of a fleet on a page whose root has `scale` times the ordinary font size. Pure. */
function fleetSize(width: number, height: number, scale: number, longest: number): FleetSize {
  const { room, strips, strip, ...size } = plainSize(width / scale, height / scale, longest);
  const largestCell = Math.round(strip.largestCell * scale);
  const rows = Math.floor(strip.height / strip.largestCell);
  return {
    ...size,
    room: room * scale,
    strips: strips * scale,
    strip: { largestCell, height: Math.max(rows * largestCell, Math.floor(strip.height * scale)) },
  };
}

/** Margin of the table on each side, CSS pixels (`--page-x`, except on phones). */
const PAGE_MARGIN = 24;

const boxOf = (width: number) => ({ width, height: innerHeight / pageZoom(), scale: rootScale() });

/** Measures the table. The first size is known before it is painted, so that cards are never drawn as columns.
 *  `longest`: number of characters of the longest name. */
export function useFleetSize(longest: number) {
  const [table, setTable] = useState<HTMLDivElement | null>(null);
  const [kept] = useState(() => memoizeEqual<ReturnType<typeof boxOf>>());
  // Mostly right, because another size renders the page twice before its first frame.
  const [box, setBox] = useState(() => kept(boxOf(innerWidth / pageZoom() - 2 * PAGE_MARGIN)));
  useLayoutEffect(() => {
    if (table === null) return;
    const measure = () => setBox(kept(boxOf(Math.floor(table.clientWidth))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [table, kept]);
  const { width, height, scale } = box;
  return { table, setTable, size: useMemo(() => fleetSize(width, height, scale, longest), [width, height, scale, longest]) };
}
