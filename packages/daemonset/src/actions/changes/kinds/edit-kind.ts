import type { DaemonSetMarkKind } from "../../../records/timeline-mark.ts";
import type { DaemonSetEdit } from "../change.ts";
import type { JsonPatchOperation } from "../json-patch.ts";
import type { DaemonSetFacts } from "../plan-facts.ts";
import type { StepProblem } from "../problems/step-problem.ts";
import type { ShapesOf } from "../text/json-shape.ts";
import type { StepToken, Words } from "../text/step-tokens.ts";

export type EditOf<Kind extends DaemonSetEdit["kind"]> = Extract<DaemonSetEdit, { readonly kind: Kind }>;

/** A strategic merge patch. */
export type Merge = Readonly<Record<string, unknown>>;

/** Everything that depends on one kind of edit, except its words. */
export interface EditKind<Edit extends DaemonSetEdit> {
  /** The first word of the text form. Kinds with the same verb have the same parser. */
  readonly verb: string;
  /** Parses the words after the DaemonSet's name. Throws StepSyntaxException. */
  readonly parse: (texts: readonly string[], tokens: readonly StepToken[]) => DaemonSetEdit;
  /** Returns the words after the DaemonSet's name. */
  readonly format: (edit: Edit) => Words;
  /** The fields of its JSON form, without `kind`. */
  readonly json: ShapesOf<Edit>;
  /** Its mark on the timeline. */
  readonly mark: DaemonSetMarkKind;
  /** The part that changes. After a change of the template, the controller replaces the pods. */
  readonly part: "template" | "strategy" | "metadata";
  /** Returns the reason to reject the edit; undefined if the known facts allow it. */
  readonly problem: (set: DaemonSetFacts, edit: Edit) => StepProblem | undefined;
  /** Returns the DaemonSet after the edit; undefined: the known facts do not show what changes. */
  readonly edited: ((set: DaemonSetFacts, edit: Edit) => DaemonSetFacts) | undefined;
  /** Returns the patch operations, with tests for all assumptions; undefined if no JSON patch can do it. */
  readonly operations: ((set: DaemonSetFacts, edit: Edit) => readonly JsonPatchOperation[] | undefined) | undefined;
  /** Returns the strategic merge of the edit; undefined if kubectl and the preview need none. */
  readonly merge: ((edit: Edit) => Merge) | undefined;
  /** Reports whether the request must be the merge, because the parents of a field may be missing. */
  readonly needsMerge?: (set: DaemonSetFacts, edit: Edit) => boolean;
  /** Returns the edit that restores the DaemonSet; undefined if it is not known. */
  readonly inverse: (set: DaemonSetFacts, edit: Edit) => DaemonSetEdit | undefined;
  /** Returns the words of the kubectl command; undefined: kubectl applies the manifest. */
  readonly kubectl: ((set: DaemonSetFacts, edit: Edit) => readonly string[]) | undefined;
}

export const noProblem = (): undefined => undefined;
