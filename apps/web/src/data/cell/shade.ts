/**
 * Monochrome fills for the value ranges of a lens. Colours are reserved for states. Opacities from full to faint come
 * first, then patterns; `none` is a missing value.
 */
export const SHADES = ["full", "strong", "half", "faint", "hatch", "rows", "columns", "dots", "hollow", "none"] as const;
export type Shade = (typeof SHADES)[number];

/** The opacity of a shade without a pattern. For a pattern: its replacement in a cell that is too small for it. */
export const SHADE_OPACITY: Readonly<Record<Shade, number>> = {
  full: 1,
  strong: 0.74,
  half: 0.5,
  faint: 0.24,
  hatch: 0.62,
  rows: 0.4,
  columns: 0.32,
  dots: 0.18,
  hollow: 0.12,
  none: 0,
};
