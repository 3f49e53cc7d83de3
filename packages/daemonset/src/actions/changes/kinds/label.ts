import type { StringMap } from "@daemonscope/kube/objects";
import { mapOperations, pointer } from "../json-patch.ts";
import { keysProblem, labelsProblem } from "../problems/value-problem.ts";
import { listOf, text, textMap } from "../text/json-shape.ts";
import { readNodesAndWords } from "../text/node-words.ts";
import { pairWords, readPairs, removalWords, type StepToken } from "../text/step-tokens.ts";
import type { NodeChangeOf, NodeKind, NodeStep, NodeStepOf } from "./node-kind.ts";

const LABELS = pointer("metadata", "labels");

const picked = (labels: StringMap, keys: readonly string[]): StringMap =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(labels, key) ? [[key, labels[key] ?? ""]] : [])));

function withoutOtherValues(labels: StringMap, wanted: StringMap): StringMap {
  const isKept = (key: string) => !Object.hasOwn(wanted, key) || labels[key] === wanted[key];
  return Object.fromEntries(Object.entries(labels).filter(([key]) => isKept(key)));
}

function parse(tokens: readonly StepToken[]): NodeStep {
  const expected = "label NODE… key=value, or key- to take it off";
  const { nodes, rest, isRemoval } = readNodesAndWords(tokens, expected);
  return isRemoval ? { kind: "unlabel", nodes, keys: rest } : { kind: "label", nodes, labels: readPairs(rest, expected) };
}

export const label: NodeKind<NodeChangeOf<"label">, NodeStepOf<"label">> = {
  step: {
    verb: "label",
    parse,
    format: ({ labels }) => pairWords(labels),
    json: { labels: textMap },
    problem: ({ labels }) => labelsProblem(labels),
    change: ({ labels }, nodes) => ({ kind: "label", nodes, labels, overwrite: true }),
    ofChange: ({ labels }) => ({ kind: "label", labels }),
  },
  mark: "labelled",
  changed: (node, { labels }) => ({ ...node, labels: { ...node.labels, ...labels } }),
  // Without `overwrite` the patch tests that a label with another value is missing, so that the request fails.
  operations: (node, { labels, overwrite }) =>
    mapOperations(LABELS, overwrite ? node.labels : withoutOtherValues(node.labels, labels), labels),
  inverse(node, change) {
    const nodes = [node.name];
    const existing = (key: string) => (Object.hasOwn(node.labels, key) ? node.labels[key] : undefined);
    const changed = Object.keys(change.labels).filter((key) => change.labels[key] !== existing(key));
    const labels = picked(node.labels, changed);
    const keys = changed.filter((key) => !Object.hasOwn(labels, key));
    return [
      ...(Object.keys(labels).length === 0 ? [] : [{ kind: "label", nodes, labels, overwrite: true } as const]),
      ...(keys.length === 0 ? [] : [{ kind: "unlabel", nodes, keys } as const]),
    ];
  },
  kubectl: ({ labels, overwrite }, _, nodes) => ["label", ...nodes, ...pairWords(labels), ...(overwrite ? ["--overwrite"] : [])],
};

export const unlabel: NodeKind<NodeChangeOf<"unlabel">, NodeStepOf<"unlabel">> = {
  step: {
    verb: "label",
    parse,
    format: ({ keys }) => removalWords(keys),
    json: { keys: listOf(text, 1) },
    problem: ({ keys }) => keysProblem(keys),
    change: ({ keys }, nodes) => ({ kind: "unlabel", nodes, keys }),
    ofChange: ({ keys }) => ({ kind: "unlabel", keys }),
  },
  mark: "unlabelled",
  changed(node, { keys }) {
    const unwanted = new Set(keys);
    return { ...node, labels: Object.fromEntries(Object.entries(node.labels).filter(([key]) => !unwanted.has(key))) };
  },
  operations: (node, { keys }) => mapOperations(LABELS, node.labels, Object.fromEntries(keys.map((key) => [key, undefined]))),
  inverse(node, { keys }) {
    const labels = picked(node.labels, keys);
    return Object.keys(labels).length === 0 ? [] : [{ kind: "label", nodes: [node.name], labels, overwrite: false }];
  },
  kubectl: ({ keys }, _, nodes) => ["label", ...nodes, ...removalWords(keys)],
};
