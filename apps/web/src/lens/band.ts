import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { Shade } from "../cell/shade.ts";

/** What the nodes of a band have in common, for words. */
export type BandMeaning =
  | { readonly kind: "eligibility"; readonly eligibility: Eligibility }
  /** The server has not said it yet. */
  | { readonly kind: "awaited" }
  /** `value:effect` or a label's value; undefined for nodes without the key. */
  | { readonly kind: "value"; readonly value: string | undefined }
  | { readonly kind: "revision"; readonly revision: number | undefined; readonly hash: string | undefined }
  | { readonly kind: "noPod" }
  /** Younger than `belowMs`, and not younger than the band before; undefined: any age beyond. */
  | { readonly kind: "age"; readonly belowMs: number | undefined; readonly fromMs: number }
  /** All that are in no band of their own. */
  | { readonly kind: "others" };

/** One entry of a lens's legend. */
export interface Band {
  /** As a link has it. */
  readonly id: string;
  readonly meaning: BandMeaning;
  readonly shade: Shade;
  readonly count: number;
}

/** What a lens makes of the nodes. */
export interface LensReading {
  readonly bands: readonly Band[];
  /** Of the node of a row of the cluster state. */
  readonly bandOf: (row: number) => Band | undefined;
}

/** Values by how many nodes have them, most first; those beyond the room for patterns are one band. Nodes without a value come last, dotted. */
export const VALUE_SHADES: readonly Shade[] = ["full", "half", "hatch", "hollow", "rows", "dots", "columns"];
export const OTHERS_SHADE: Shade = "faint";

/** Makes bands of what each node is in, by row; undefined where there is no node. Bands in the order of the legend, each with its shade. */
export function readingOf(
  ids: readonly (string | undefined)[],
  order: readonly { readonly id: string; readonly meaning: BandMeaning; readonly shade: Shade }[],
): LensReading {
  const counts = new Map<string | undefined, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const bands = order.map((band) => ({ ...band, count: counts.get(band.id) ?? 0 }));
  const byId = new Map<string | undefined, Band>(bands.map((band) => [band.id, band]));
  return { bands, bandOf: (row) => byId.get(ids[row]) };
}
