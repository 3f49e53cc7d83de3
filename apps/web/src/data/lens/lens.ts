/** Content of the grid's cells: the pod's state, the node's eligibility, a taint, a label, the pod's revision, or
 *  the node's age. */
export const LENS_KINDS = ["state", "eligibility", "taint", "label", "revision", "age"] as const;
export type LensKind = (typeof LENS_KINDS)[number];

/** A lens. `key`: the key of a taint or of a label. */
export type Lens =
  | { readonly kind: "state" | "eligibility" | "revision" | "age" }
  | { readonly kind: "taint" | "label"; readonly key: string };

export const STATE_LENS: Lens = { kind: "state" };

/** As in a link: `eligibility`, `taint:dedicated`, `label:topology.kubernetes.io/zone`. */
export const lensText = (lens: Lens): string => ("key" in lens ? `${lens.kind}:${lens.key}` : lens.kind);

/** Parses the result of `lensText`; any other text gives the lens of states. */
export function parseLens(text: string): Lens {
  const at = text.indexOf(":");
  const kind = LENS_KINDS.find((known) => known === (at < 0 ? text : text.slice(0, at)));
  if (kind === undefined) return STATE_LENS;
  if (kind === "taint" || kind === "label") {
    const key = at < 0 ? "" : text.slice(at + 1);
    return key === "" ? STATE_LENS : { kind, key };
  }
  return at < 0 ? { kind } : STATE_LENS;
}

/** Lenses of a node without a DaemonSet. */
export const NODES_LENSES: readonly LensKind[] = ["state", "taint", "label", "age"];

/** Returns the lens of the page of all nodes, which falls back to states. */
export function nodesLens(text: string): Lens {
  const lens = parseLens(text);
  return NODES_LENSES.includes(lens.kind) ? lens : STATE_LENS;
}
