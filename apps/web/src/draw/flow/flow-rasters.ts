/** Sizes of dots and the height that they fill, CSS pixels. */
export interface Raster {
  readonly tray: { readonly size: number; readonly pitch: number };
  /** Dots of the two unbounded lanes, old and available. */
  readonly tank: { readonly size: number; readonly pitch: number };
  /** Height of the dots. */
  readonly height: number;
  readonly maxPlaces: number;
}

const TANKS = [
  { size: 18, pitch: 21 },
  { size: 12, pitch: 14 },
  { size: 9, pitch: 10 },
  { size: 7, pitch: 8 },
  { size: 4, pitch: 5 },
  { size: 2, pitch: 3 },
] as const;

/** Largest first. In a tray of up to 60 slots, dots are large. The width limits the dots of the unbounded lanes. */
export const RASTERS: readonly Raster[] = [
  ...TANKS.map((tank) => ({ tray: { size: 18, pitch: 21 }, tank, height: 63, maxPlaces: 60 })),
  ...TANKS.slice(3).map((tank) => ({ tray: { size: 7, pitch: 8 }, tank, height: 80, maxPlaces: 1000 })),
];

/** For many nodes in a small width: the smallest dots, in columns of the least height that fits. */
export const HIGH_RASTERS: readonly Raster[] = [88, 104, 128, 152].map((height) => ({
  tray: { size: 7, pitch: 8 },
  tank: { size: 2, pitch: 3 },
  height,
  maxPlaces: 1000,
}));

/** Between the new pod and the old pod of a pair. */
export const PAIR_GAP = 2;
/** Distance from one row of dots to the next. The pods of a pair are one above the other. */
export const rowPitchOf = (size: number, pitch: number, pairs: boolean): number => (pairs ? size + PAIR_GAP + pitch : pitch);
