import type { NodeMarkKind } from "../../../records/timeline-mark.ts";
import type { NodeChange } from "../change.ts";
import type { JsonPatchOperation } from "../json-patch.ts";
import type { NodeFacts } from "../plan-facts.ts";
import type { StepProblem } from "../problems/step-problem.ts";
import type { Step } from "../step.ts";
import type { ShapesOf } from "../text/json-shape.ts";
import type { StepToken } from "../text/step-tokens.ts";

/** A step that gives one change of the chosen nodes, of the same kind. */
export type NodeStep = Extract<Step, { readonly kind: NodeChange["kind"] }>;

export type NodeChangeOf<Kind extends NodeChange["kind"]> = Extract<NodeChange, { readonly kind: Kind }>;
export type NodeStepOf<Kind extends NodeChange["kind"]> = Extract<NodeStep, { readonly kind: Kind }>;

/** The step of a kind of node change. */
export interface NodeStepKind<StepOfKind extends NodeStep, Change extends NodeChange> {
  /** The first word of the text form. Kinds with the same verb have the same parser. */
  readonly verb: string;
  /** Parses the words after the verb. Throws StepSyntaxException. */
  readonly parse: (tokens: readonly StepToken[]) => NodeStep;
  /** Returns the words after the nodes. */
  readonly format: (step: StepOfKind) => readonly string[];
  /** The fields of its JSON form, without `kind` and `nodes`. */
  readonly json: ShapesOf<Omit<StepOfKind, "nodes">>;
  readonly problem: (step: StepOfKind) => StepProblem | undefined;
  /** Returns the change of these nodes. `alike`: one node of each group of equal nodes. The generator yields between
   *  time slices. */
  readonly change: (step: StepOfKind, nodes: readonly string[], alike: readonly NodeFacts[]) => Change | Generator<undefined, Change>;
  /** Returns the step of an existing change, without its nodes. */
  readonly ofChange: (change: Change) => Omit<StepOfKind, "nodes">;
}

/** Everything that depends on one kind of node change, except its words. */
export interface NodeKind<Change extends NodeChange, StepOfKind extends NodeStep> {
  /** Undefined: only another part of the product proposes the change. */
  readonly step: NodeStepKind<StepOfKind, Change> | undefined;
  /** Its mark on the timeline. */
  readonly mark: NodeMarkKind;
  /** Returns the node after the change. */
  readonly changed: (node: NodeFacts, change: Change) => NodeFacts;
  /** Returns the patch operations, with tests for all assumptions; empty if the node already matches. Undefined: no
   *  patch can do it. */
  readonly operations: ((node: NodeFacts, change: Change) => readonly JsonPatchOperation[]) | undefined;
  /** Returns the changes that restore the node, in order. */
  readonly inverse: (node: NodeFacts, change: Change) => readonly NodeChange[];
  /** Returns the words of the kubectl command. `targets`: names or a flag; `nodes`: the same after their resource. */
  readonly kubectl: (change: Change, targets: readonly string[], nodes: readonly string[]) => readonly string[];
}
