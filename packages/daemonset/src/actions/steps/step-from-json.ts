import { EDIT_KINDS } from "../changes/kinds/edit-kinds.ts";
import { NODE_STEP_KINDS } from "../changes/kinds/node-kinds.ts";
import type { Step } from "../changes/step.ts";
import {
  boolean,
  byKind,
  fields,
  listOf,
  manifest,
  taint,
  text,
  textMap,
  type UnreadableValue,
  wholeNumber,
} from "../changes/text/json-shape.ts";
import { nodesShape } from "../changes/text/node-words.ts";

const edit = byKind(Object.fromEntries(Object.entries(EDIT_KINDS).map(([kind, { json }]) => [kind, json])));

const set = { namespace: text, name: text };
const step = byKind({
  ...Object.fromEntries(Object.entries(NODE_STEP_KINDS).map(([kind, { json }]) => [kind, { nodes: nodesShape, ...json }])),
  leave: { nodes: nodesShape },
  edit: { ...set, edit },
  apply: { manifest },
  delete: { ...set, orphan: boolean },
  deletePods: { namespace: text, pods: listOf(text, 1) },
  join: { nodes: fields({ count: wholeNumber, "like?": text, labels: textMap, taints: listOf(taint), allocatable: textMap }) },
});

/** Reads a step from JSON: exactly its fields, with their types. `resolveStep` checks whether the step is possible. */
export function stepFromJson(value: unknown, path: string): Step | UnreadableValue {
  return step(value, path) ?? (value as Step);
}
