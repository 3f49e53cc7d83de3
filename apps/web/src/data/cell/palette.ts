/** The colours of cells, as CSS colour strings of the current theme. With forced colours they are system colours. */
export interface Palette {
  readonly available: string;
  /** For available cells of a DaemonSet that neither rolls nor fails. */
  readonly availableRest: string;
  readonly ready: string;
  readonly starting: string;
  readonly failing: string;
  readonly terminating: string;
  readonly old: string;
  readonly oldFill: string;
  readonly missing: string;
  readonly excluded: string;
  readonly misscheduled: string;
  readonly misscheduledEdge: string;
  readonly unknown: string;
  readonly leaving: string;
  readonly textFailing: string;
  readonly background: string;
  readonly tray: string;
  /** The background of a large cell that holds several cells. */
  readonly plate: string;
  readonly line2: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line3: string;
  readonly mark: string;
  readonly knock: string;
}

const TOKENS: Readonly<Record<keyof Palette, string>> = {
  available: "--st-available",
  availableRest: "--st-available-rest",
  ready: "--st-ready",
  starting: "--st-starting",
  failing: "--st-failing",
  terminating: "--st-terminating",
  old: "--st-old",
  oldFill: "--st-old-fill",
  missing: "--st-missing",
  excluded: "--st-excluded",
  misscheduled: "--st-misscheduled",
  misscheduledEdge: "--st-misscheduled-edge",
  unknown: "--st-unknown",
  leaving: "--st-leaving",
  textFailing: "--text-failing",
  background: "--bg",
  tray: "--bg-1",
  plate: "--bg-2",
  line2: "--line-2",
  ink: "--ink",
  ink2: "--ink-2",
  ink3: "--ink-3",
  line3: "--line-3",
  mark: "--mark",
  knock: "--knock",
};

/** Reads the theme tokens at `element`. Never fails: an undefined token reads as "". */
export function readPalette(element: Element = document.documentElement): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as unknown as Palette;
}

/** By palette, because drawings are cached by palette. */
const resting = new WeakMap<Palette, Palette>();

/** Returns the palette with dimmed available cells. */
export function restingPalette(palette: Palette): Palette {
  const known = resting.get(palette) ?? { ...palette, available: palette.availableRest };
  resting.set(palette, known);
  return known;
}
