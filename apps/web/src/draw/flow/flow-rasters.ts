/** Size of a dot, and the distance from one dot to the next, CSS pixels. */
export interface Raster {
  readonly size: number;
  readonly pitch: number;
}

/** Dots of the tray, the largest first. */
export const TRAY_RASTERS: readonly Raster[] = [
  { size: 20, pitch: 24 },
  { size: 14, pitch: 17 },
  { size: 10, pitch: 12 },
  { size: 7, pitch: 8 },
  { size: 5, pitch: 6 },
  { size: 3, pitch: 4 },
  { size: 2, pitch: 3 },
];

/** Dots of the two unbounded lanes, old and available. The smallest touch each other. */
export const TANK_RASTERS: readonly Raster[] = [
  { size: 12, pitch: 14 },
  { size: 9, pitch: 11 },
  { size: 7, pitch: 8 },
  { size: 5, pitch: 6 },
  { size: 4, pitch: 5 },
  { size: 3, pitch: 4 },
  { size: 2, pitch: 3 },
  { size: 2, pitch: 2 },
];

/** Between the new pod and the old pod of a pair. */
export const PAIR_GAP = 2;
/** Distance from one row of dots to the next. The pods of a pair are one above the other. */
export const rowPitchOf = (size: number, pitch: number, pairs: boolean): number => (pairs ? size + PAIR_GAP + pitch : pitch);
