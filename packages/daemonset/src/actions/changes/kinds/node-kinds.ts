import type { Change, NodeChange } from "../change.ts";
import type { Step } from "../step.ts";
import { cordon, drain, uncordon } from "./cordon.ts";
import { label, unlabel } from "./label.ts";
import type { NodeChangeOf, NodeKind, NodeStep, NodeStepKind, NodeStepOf } from "./node-kind.ts";
import { taint, untaint } from "./taint.ts";

/** All kinds of node changes. Error sentences list the kinds and their verbs in this order. */
const NODE_KINDS: { readonly [Kind in NodeChange["kind"]]: NodeKind<NodeChangeOf<Kind>, NodeStepOf<Kind>> } = {
  taint,
  untaint,
  label,
  unlabel,
  cordon,
  uncordon,
  drain,
};

type AnyNodeKind = NodeKind<NodeChange, NodeStep>;
type AnyNodeStepKind = NodeStepKind<NodeStep, NodeChange>;

/** Kinds of node changes that a step gives. */
export const NODE_STEP_KINDS = Object.fromEntries(
  Object.entries(NODE_KINDS).flatMap(([kind, { step }]) => (step === undefined ? [] : [[kind, step]])),
) as unknown as { readonly [Kind in NodeStep["kind"]]: AnyNodeStepKind };

export const isNodeChange = (change: Change): change is NodeChange => Object.hasOwn(NODE_KINDS, change.kind);

/** Returns the row of a node change. The cast is safe, because the row is the one of the change's own kind. */
export const kindOfNodeChange = (change: NodeChange): AnyNodeKind => NODE_KINDS[change.kind] as unknown as AnyNodeKind;

export const isNodeStep = (step: Step): step is NodeStep => Object.hasOwn(NODE_STEP_KINDS, step.kind);

export const kindOfNodeStep = (step: NodeStep): AnyNodeStepKind => NODE_STEP_KINDS[step.kind];
