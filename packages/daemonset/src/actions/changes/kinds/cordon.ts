import type { NodeChange } from "../change.ts";
import { existingPath, type JsonPatchOperation, pointer } from "../json-patch.ts";
import type { NodeFacts } from "../plan-facts.ts";
import { readNodes } from "../text/node-words.ts";
import { noProblem } from "./edit-kind.ts";
import type { NodeChangeOf, NodeKind, NodeStepOf } from "./node-kind.ts";

const UNSCHEDULABLE = pointer("spec", "unschedulable");

const cordoned = (node: NodeFacts): NodeFacts => ({ ...node, unschedulable: true });

const inverse = (node: NodeFacts): readonly NodeChange[] => [
  { kind: node.unschedulable === true ? "cordon" : "uncordon", nodes: [node.name] },
];

export const cordon: NodeKind<NodeChangeOf<"cordon">, NodeStepOf<"cordon">> = {
  step: {
    verb: "cordon",
    parse: (tokens) => ({ kind: "cordon", nodes: readNodes(tokens, "cordon") }),
    format: () => [],
    json: {},
    problem: noProblem,
    change: ({ kind }, nodes) => ({ kind, nodes }),
    ofChange: ({ kind }) => ({ kind }),
  },
  mark: "cordoned",
  changed: cordoned,
  operations: ({ unschedulable }): readonly JsonPatchOperation[] =>
    unschedulable === true ? [] : [existingPath(UNSCHEDULABLE, undefined), { op: "add", path: UNSCHEDULABLE, value: true }],
  inverse,
  kubectl: (_, targets) => ["cordon", ...targets],
};

export const uncordon: NodeKind<NodeChangeOf<"uncordon">, NodeStepOf<"uncordon">> = {
  step: {
    verb: "uncordon",
    parse: (tokens) => ({ kind: "uncordon", nodes: readNodes(tokens, "uncordon") }),
    format: () => [],
    json: {},
    problem: noProblem,
    change: ({ kind }, nodes) => ({ kind, nodes }),
    ofChange: ({ kind }) => ({ kind }),
  },
  mark: "uncordoned",
  changed: (node) => ({ ...node, unschedulable: false }),
  operations: ({ unschedulable }): readonly JsonPatchOperation[] =>
    unschedulable === true ? [existingPath(UNSCHEDULABLE, true), { op: "remove", path: UNSCHEDULABLE }] : [],
  inverse,
  kubectl: (_, targets) => ["uncordon", ...targets],
};

export const drain: NodeKind<NodeChangeOf<"drain">, never> = {
  step: undefined,
  mark: "cordoned",
  changed: cordoned,
  operations: undefined,
  inverse,
  kubectl: (_, targets) => ["drain", ...targets, "--ignore-daemonsets"],
};
