import type { DaemonSetEdit } from "../change.ts";
import type { DaemonSetFacts } from "../plan-facts.ts";
import { affinity } from "./affinity.ts";
import { annotation } from "./annotation.ts";
import { budget, limits } from "./budget.ts";
import type { EditKind, EditOf, Merge } from "./edit-kind.ts";
import { hostPorts } from "./host-ports.ts";
import { image } from "./image.ts";
import { manifest } from "./manifest.ts";
import { nodeSelector } from "./node-selector.ts";
import { priorityClass } from "./priority-class.ts";
import { resources } from "./resources.ts";
import { restart } from "./restart.ts";
import { revision } from "./revision.ts";
import { tolerations } from "./tolerations.ts";
import { strategy, updateStrategyType } from "./update-strategy.ts";

/** All kinds of edits. Error sentences list the kinds and their verbs in this order. */
export const EDIT_KINDS: { readonly [Kind in DaemonSetEdit["kind"]]: EditKind<EditOf<Kind>> } = {
  restart,
  tolerations,
  nodeSelector,
  affinity,
  image,
  resources,
  hostPorts,
  priorityClass,
  updateStrategyType,
  budget,
  limits,
  strategy,
  annotation,
  revision,
  manifest,
};

/** Returns the row of an edit. The cast is safe, because the row is the one of the edit's own kind. */
export const kindOfEdit = (edit: DaemonSetEdit): EditKind<DaemonSetEdit> => EDIT_KINDS[edit.kind] as EditKind<DaemonSetEdit>;

/** Returns the DaemonSet after the edit. The template of another revision, or of a manifest, is not known: then the
 *  DaemonSet is returned unchanged. */
export const editedDaemonSet = (set: DaemonSetFacts, edit: DaemonSetEdit): DaemonSetFacts => kindOfEdit(edit).edited?.(set, edit) ?? set;

/** Reports whether the edit changes the pod template; then the rest of the template is part of the promised result. */
export const isTemplateEdit = (edit: DaemonSetEdit): boolean => kindOfEdit(edit).part === "template";

/** Returns the merge for an edit that a JSON patch cannot express; undefined for any other edit. */
export function requiredMerge(set: DaemonSetFacts, edit: DaemonSetEdit): Merge | undefined {
  const { merge, needsMerge } = kindOfEdit(edit);
  return needsMerge?.(set, edit) === true ? merge?.(edit) : undefined;
}
