import type { EditableField } from "@daemonscope/kube/objects";

/** What may own a DaemonSet. `helm`: a release without Flux. `operator`: the object that controls the DaemonSet.
 *  `kubectl`: `kubectl apply` delivered it, and only another apply can revert an edit. */
const OWNER_KINDS = ["argocd", "fluxKustomization", "fluxHelmRelease", "helm", "operator", "kubectl"] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

export interface Owner {
  readonly kind: OwnerKind;
  /** The application, release or object: `flux-system/agents`, `ClusterPolicy cluster-policy`. Empty for kubectl. */
  readonly name: string;
  /** The fields that it set. Absent if its field manager is unknown: then it may have set any field. */
  readonly fields?: readonly EditableField[];
  /** The fields that other managers set. They may have taken them from the owner. Absent if there are none. */
  readonly disputed?: readonly EditableField[];
  /** The field manager of an operator that set its owner reference. Absent if unknown. */
  readonly manager?: string;
  /** An annotation of the DaemonSet tells the tool to leave it alone. */
  readonly isPaused?: true;
}

/** The owner of a DaemonSet. `deliveredAtMs`: its last change of any field; absent if its field manager is unknown.
 *  `unclear`: several tools claim it, so that none is named. */
export type Ownership =
  | { readonly kind: "one"; readonly owner: Owner; readonly deliveredAtMs?: number }
  | { readonly kind: "unclear"; readonly claims: readonly Owner[] };

/** An owner that returned to an earlier template, and the revision that this ended. */
export interface Reversal {
  readonly owner: Owner;
  readonly revision: number;
}

/** An owner that returned to the update strategy before the last edit. */
export interface StrategyReversal {
  readonly owner: Owner;
  readonly atMs: number;
}

/** The response of the owner to an edit. `reverts`: at its next reconciliation. `mayRevert`: the object does not show
 *  whether it does. */
export type Reaction = "reverts" | "mayRevert";

/** The owner of a DaemonSet that an action edits, and its reaction. */
export type EditedOwnership =
  | { readonly kind: "one"; readonly owner: Owner; readonly part: EditedPart; readonly reaction: Reaction }
  | Extract<Ownership, { readonly kind: "unclear" }>;

/** Reports whether an owner acts without a user. */
export const actsAlone = (owned: Ownership | EditedOwnership): boolean => owned.kind === "unclear" || owned.owner.kind !== "kubectl";

/** The part that an edit changes. */
const EDITED_PARTS = ["template", "strategy", "whole"] as const;
export type EditedPart = (typeof EDITED_PARTS)[number];
