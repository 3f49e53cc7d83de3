import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import type { NodeTaint } from "../change.ts";
import { existingPath, type JsonPatchOperation, pointer } from "../json-patch.ts";
import { LABELS_PER_SLICE } from "../node-groups.ts";
import type { NodeFacts } from "../plan-facts.ts";
import { firstProblem, taintProblem } from "../problems/value-problem.ts";
import type { TaintChoice } from "../step.ts";
import { fields, listOf, taint as taintShape, text } from "../text/json-shape.ts";
import { readNodesAndWords } from "../text/node-words.ts";
import { readTaint, type StepToken } from "../text/step-tokens.ts";
import { noProblem } from "./edit-kind.ts";
import type { NodeChangeOf, NodeKind, NodeStep, NodeStepOf } from "./node-kind.ts";

/** Key and effect identify a taint of a node. */
const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
const taintValue = ({ value }: Taint): string | undefined => (value === "" ? undefined : value);

function withTaint(taints: readonly Taint[], { at, ...added }: NodeTaint): readonly Taint[] {
  const found = taints.findIndex((existing) => isSame(existing, added));
  return found < 0 ? taints.toSpliced(at ?? taints.length, 0, added) : taints.with(found, added);
}

const withoutIndex = ({ at: _at, ...taint }: NodeTaint): Taint => taint;
const nameOf = ({ key, effect }: Taint): string => `${key}:${effect}`;

/** Applies `withTaint` for each taint. O(taints), unless some have an index. */
function withTaints(before: readonly Taint[], wanted: readonly NodeTaint[]): readonly Taint[] {
  if (wanted.some(({ at }) => at !== undefined)) return wanted.reduce(withTaint, before);
  const taints = [...before];
  const indexes = new Map<string, number>();
  // If two existing taints have the same key and effect, the first is replaced.
  for (const [at, existing] of before.entries()) if (!indexes.has(nameOf(existing))) indexes.set(nameOf(existing), at);
  for (const each of wanted) {
    const added = withoutIndex(each);
    const index = indexes.get(nameOf(added)) ?? taints.length;
    taints[index] = added;
    indexes.set(nameOf(added), index);
  }
  return taints;
}

const TAINTS = pointer("spec", "taints");

/** Tests that the taint still has this index; `timeAdded`, which is not known, may have any value. */
const taintTests = (path: string, tested: Taint): readonly JsonPatchOperation[] => [
  existingPath(`${path}/key`, tested.key),
  existingPath(`${path}/value`, taintValue(tested)),
  existingPath(`${path}/effect`, tested.effect),
];

function taintOperations(before: readonly Taint[], wanted: readonly NodeTaint[], overwrite: boolean): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  let taints = before;
  for (const each of wanted) {
    const { at, ...value } = each;
    const found = taints.findIndex((existing) => isSame(existing, value));
    const existing = taints[found];
    if (existing !== undefined && taintValue(existing) === taintValue(value)) continue;
    const path = `${TAINTS}/${found}`;
    if (existing !== undefined && overwrite) operations.push(...taintTests(path, existing), { op: "replace", path, value });
    else if (taints.length === 0) operations.push(existingPath(TAINTS, undefined), { op: "add", path: TAINTS, value: [value] });
    // Without `overwrite` this may be a second taint of the same key and effect. The API server then refuses it.
    else operations.push({ op: "add", path: `${TAINTS}/${at ?? "-"}`, value });
    taints = withTaint(taints, each);
  }
  return operations;
}

function untaintOperations(before: readonly Taint[], unwanted: readonly Taint[]): readonly JsonPatchOperation[] {
  // From the last, so that earlier indexes stay valid.
  const removed = [...before.entries()].filter(([, existing]) => unwanted.some((removed) => isSame(existing, removed))).reverse();
  return removed.flatMap(([at, existing]) => [
    ...taintTests(`${TAINTS}/${at}`, existing),
    { op: "remove" as const, path: `${TAINTS}/${at}` },
  ]);
}

/** Returns the distinct taints of nodes that match a choice, without their values. */
function* matchingTaints(nodes: readonly NodeFacts[], choices: readonly TaintChoice[]): Generator<undefined, readonly Taint[]> {
  const found = new Map<string, Taint>();
  const wanted = new Set(choices.map(({ key, effect }) => (effect === undefined ? key : `${key}\u0000${effect}`)));
  for (const [at, { taints }] of nodes.entries()) {
    for (const { key, effect } of taints)
      if (wanted.has(key) || wanted.has(`${key}\u0000${effect}`)) found.set(`${key}:${effect}`, { key, effect });
    if (at % LABELS_PER_SLICE === LABELS_PER_SLICE - 1) yield;
  }
  return [...found.values()];
}

function parse(tokens: readonly StepToken[]): NodeStep {
  const expected = "taint NODE… key=value:Effect, or key:Effect- to take it off";
  const { nodes, rest, isRemoval } = readNodesAndWords(tokens, expected);
  if (!isRemoval) return { kind: "taint", nodes, taints: rest.map((word) => readTaint(word, expected)) };
  const taints = rest.map((word): TaintChoice => {
    const [keyAndValue = "", effect] = word.split(":");
    return { key: keyAndValue.split("=", 1)[0] ?? "", ...(effect === undefined ? {} : { effect }) };
  });
  return { kind: "untaint", nodes, taints };
}

export const taint: NodeKind<NodeChangeOf<"taint">, NodeStepOf<"taint">> = {
  step: {
    verb: "taint",
    parse,
    format: ({ taints }) => taints.map(taintText),
    json: { taints: listOf(taintShape, 1) },
    problem: ({ taints }) => firstProblem(taints, taintProblem),
    change: ({ taints }, nodes) => ({ kind: "taint", nodes, taints, overwrite: true }),
    ofChange: ({ taints }) => ({ kind: "taint", taints: taints.map(withoutIndex) }),
  },
  mark: "tainted",
  changed: (node, { taints }) => ({ ...node, taints: withTaints(node.taints, taints) }),
  operations: (node, { taints, overwrite }) => taintOperations(node.taints, taints, overwrite),
  inverse(node, { taints }) {
    const nodes = [node.name];
    const old = node.taints.filter((existing) => taints.some((set) => isSame(set, existing) && taintValue(set) !== taintValue(existing)));
    const fresh = taints.filter((set) => !node.taints.some((existing) => isSame(set, existing)));
    return [
      ...(old.length === 0 ? [] : [{ kind: "taint", nodes, taints: old, overwrite: true } as const]),
      ...(fresh.length === 0 ? [] : [{ kind: "untaint", nodes, taints: fresh.map(withoutIndex) } as const]),
    ];
  },
  kubectl: ({ taints, overwrite }, _, nodes) => ["taint", ...nodes, ...taints.map(taintText), ...(overwrite ? ["--overwrite"] : [])],
};

export const untaint: NodeKind<NodeChangeOf<"untaint">, NodeStepOf<"untaint">> = {
  step: {
    verb: "taint",
    parse,
    format: ({ taints }) => taints.map(({ key, effect }) => `${key}${effect === undefined ? "" : `:${effect}`}-`),
    json: { taints: listOf(fields({ key: text, "effect?": text }), 1) },
    problem: noProblem,
    *change({ taints }, nodes, alike) {
      return { kind: "untaint", nodes, taints: yield* matchingTaints(alike, taints) };
    },
    ofChange: ({ taints }) => ({ kind: "untaint", taints: taints.map(({ key, effect }) => ({ key, effect })) }),
  },
  mark: "untainted",
  changed(node, { taints }) {
    const unwanted = new Set(taints.map(nameOf));
    return { ...node, taints: node.taints.filter((existing) => !unwanted.has(nameOf(existing))) };
  },
  operations: (node, { taints }) => untaintOperations(node.taints, taints),
  inverse(node, change) {
    const taints = [...node.taints.entries()].flatMap(([at, existing]) =>
      change.taints.some((removed) => isSame(existing, removed)) ? [{ ...existing, at }] : [],
    );
    return taints.length === 0 ? [] : [{ kind: "taint", nodes: [node.name], taints, overwrite: false }];
  },
  kubectl: ({ taints }, _, nodes) => ["taint", ...nodes, ...taints.map((removed) => `${taintText(removed)}-`)],
};
