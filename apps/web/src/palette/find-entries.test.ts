import { expect, test } from "vitest";
import { type Entry, type EntryKind, findEntries } from "./find-entries.ts";

const entry = (kind: EntryKind, text: string): Entry => ({ kind, text, run: () => {} });
const ENTRIES = [
  entry("page", "Taints"),
  entry("command", "Copy the name"),
  entry("daemonSet", "kube-system/kube-proxy"),
  entry("daemonSet", "logging/fluent-bit"),
  entry("namespace", "kube-system"),
  entry("node", "node-1"),
  entry("node", "node-17"),
];

const found = (typed: string, limit = 10) => findEntries(ENTRIES, typed, limit).entries.map(({ text }) => text);

test.each([
  ["", ENTRIES.map(({ text }) => text)],
  ["kube-system", ["kube-system", "kube-system/kube-proxy"]],
  [":ds kube", ["kube-system/kube-proxy"]],
  ["ds ", ["kube-system/kube-proxy", "logging/fluent-bit"]],
  ["：ns", ["Taints"]],
  ["ns kube", ["kube-system"]],
  ["node 17", ["node-17"]],
  ["node-1", ["node-1", "node-17"]],
  ["fluent", ["logging/fluent-bit"]],
  ["flb", ["logging/fluent-bit"]],
  ["TAINTS", ["Taints"]],
  ["nothing of this", []],
])("%j finds %j", (typed, texts) => {
  expect(found(typed)).toEqual(texts);
});

test("what is left out is counted", () => {
  expect(findEntries(ENTRIES, "node-1", 1)).toMatchObject({ total: 2, entries: [{ text: "node-1" }] });
});
