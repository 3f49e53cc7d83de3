import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { Shade } from "../cell/shade.ts";

/** The common property of the nodes of a band, for words. */
export type BandMeaning =
  | { readonly kind: "eligibility"; readonly eligibility: Eligibility }
  /** The server has not answered yet. */
  | { readonly kind: "awaited" }
  /** `value:effect` or a label's value; undefined for nodes without the key. */
  | { readonly kind: "value"; readonly value: string | undefined }
  | { readonly kind: "revision"; readonly revision: number | undefined; readonly hash: string | undefined }
  | { readonly kind: "noPod" }
  /** Younger than `belowMs`, and not younger than the band before; undefined: no upper limit. */
  | { readonly kind: "age"; readonly belowMs: number | undefined; readonly fromMs: number }
  /** All nodes without a separate band. */
  | { readonly kind: "others" };

/** One entry of a lens's legend. */
interface Band {
  /** The value of the URL's `band` parameter. */
  readonly id: string;
  readonly meaning: BandMeaning;
  readonly shade: Shade;
  readonly count: number;
}

/** Result of a lens for the nodes. */
export interface LensResult {
  readonly bands: readonly Band[];
  /** Band of a node by its row in the cluster state. */
  readonly bandOf: (row: number) => Band | undefined;
}

/** Shades of values, by descending number of nodes. Further values share one band, and nodes without a value have the
 *  shade `none`. */
export const VALUE_SHADES: readonly Shade[] = ["full", "half", "hatch", "hollow", "rows", "dots", "columns"];
export const OTHERS_SHADE: Shade = "faint";

/** Returns the bands for the id of each node, by row; undefined if the row has no node. Bands are in the order of
 *  the legend, each with its shade. */
export function lensResultOf(
  ids: readonly (string | undefined)[],
  order: readonly { readonly id: string; readonly meaning: BandMeaning; readonly shade: Shade }[],
): LensResult {
  const counts = new Map<string | undefined, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const bands = order.map((band) => ({ ...band, count: counts.get(band.id) ?? 0 }));
  const byId = new Map<string | undefined, Band>(bands.map((band) => [band.id, band]));
  return { bands, bandOf: (row) => byId.get(ids[row]) };
}
