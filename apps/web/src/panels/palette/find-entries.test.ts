import { expect, test } from "vitest";
import { type EntryKind, findEntries, omittedPodCount, type PaletteEntry } from "./find-entries.ts";

const entry = (kind: EntryKind, text: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({ kind, text, run: () => {}, ...more });
const ENTRIES = [
  entry("page", "Taints"),
  entry("command", "Copy the name"),
  entry("daemonSet", "kube-system/kube-proxy"),
  entry("daemonSet", "logging/fluent-bit", { also: ["cr.fluentbit.io/fluent/fluent-bit:3.2.2"] }),
  entry("namespace", "kube-system"),
  entry("node", "node-1"),
  entry("node", "node-17"),
  entry("pod", "logging/fluent-bit-x7k2p", { detail: "node-17" }),
];

const listed = (entries: readonly PaletteEntry[], typed: string, limit = 10) =>
  findEntries(entries, typed, limit).groups.flatMap((group) => group.entries);
const found = (typed: string) => listed(ENTRIES, typed).map(({ text }) => text);

test.each([
  ["", ENTRIES.map(({ text }) => text)],
  ["kube-system", ["kube-system", "kube-system/kube-proxy"]],
  [":ds kube", ["kube-system/kube-proxy"]],
  ["ds ", ["kube-system/kube-proxy", "logging/fluent-bit"]],
  ["：ns", ["Taints"]],
  ["ns kube", ["kube-system"]],
  ["node 17", ["node-17"]],
  ["node-1", ["node-1", "node-17"]],
  ["fluent", ["logging/fluent-bit", "logging/fluent-bit-x7k2p"]],
  ["po fluent", ["logging/fluent-bit-x7k2p"]],
  ["fluent-bit:3.2", ["logging/fluent-bit"]],
  ["x7k", ["logging/fluent-bit-x7k2p"]],
  ["flb", ["logging/fluent-bit"]],
  ["TAINTS", ["Taints"]],
  ["nothing of this", []],
])("%j finds %j", (typed, texts) => {
  expect(found(typed)).toEqual(texts);
});

test("lists a command that matches only by letters after every name that contains the text", () => {
  const all = [entry("command", "Settings"), entry("pod", "gpu/agent-htg7"), entry("node", "tg-1")];
  expect(listed(all, "tg").map(({ kind }) => kind)).toEqual(["node", "pod", "command"]);
});

test("finds a command by a synonym, after one that has the text in its name", () => {
  const undo = entry("command", "Undo fluent-bit to revision 3…", { synonyms: "rollback revert" });
  const texts = (typed: string) => listed([undo, entry("node", "rollback-1")], typed).map(({ text }) => text);
  expect(texts("rollback")).toEqual([undo.text, "rollback-1"]);
  expect(texts("revert")).toEqual([undo.text]);
  expect(texts("undo")).toEqual([undo.text]);
});

test("counts omitted entries", () => {
  expect(findEntries(ENTRIES, "node-1", 1)).toMatchObject({
    total: 2,
    groups: [{ kind: "node", more: 1, entries: [{ text: "node-1" }] }],
  });
});

test("counts pods that the server did not send as omitted", () => {
  const pods = [{ key: "logging/fluent-bit", name: "fluent-bit-x7k2p", node: "n1" }];
  expect(omittedPodCount({ pods, total: 318 }, "po fluent")).toBe(317);
  expect(findEntries(ENTRIES, "po fluent", 9, 317).total).toBe(318);
  // The answer is for another text, or the search names a namespace or another kind.
  expect(["fluent-bit-x9", "logging/fluent", "ds fluent"].map((typed) => omittedPodCount({ pods, total: 318 }, typed))).toEqual([0, 0, 0]);
});

test("an entry that is found by its image shows the image", () => {
  expect(listed(ENTRIES, "3.2.2")).toMatchObject([{ text: "logging/fluent-bit", detail: "cr.fluentbit.io/fluent/fluent-bit:3.2.2" }]);
  expect(listed(ENTRIES, "fluent-bit")[0]).not.toHaveProperty("detail");
});

test("a state finds its DaemonSets before names that contain the word, and only by the state", () => {
  const all = [entry("state", "logging/fluent-bit", { states: ["Stuck", "卡住"] }), entry("node", "unstuck-1"), ...ENTRIES];
  expect(listed(all, "stuck").map(({ kind }) => kind)).toEqual(["state", "node"]);
  expect(listed(all, "卡住").map(({ kind }) => kind)).toEqual(["state"]);
  expect(listed(all, "fluent").map(({ kind }) => kind)).not.toContain("state");
});

test("pinned and recent DaemonSets are a start without a text, and a filter is listed for any text", () => {
  const all = [entry("pinned", "a/b"), entry("recent", "c/d"), entry("daemonSet", "a/b"), entry("filter", "Filter the list: zzz")];
  expect(listed(all, "").map(({ kind }) => kind)).toEqual(["pinned", "recent", "daemonSet", "filter"]);
  expect(listed(all, "zzz").map(({ kind }) => kind)).toEqual(["filter"]);
  expect(findEntries(all, "zzz", 8).total).toBe(0);
});

test("without a text, DaemonSets that are not healthy are listed", () => {
  const state = (text: string, mark: "stuck" | "rolling") => entry("state", text, { states: [mark], mark });
  const all = [entry("recent", "c/d"), state("a/stuck", "stuck"), state("a/rolling", "rolling"), entry("page", "Nodes")];
  expect(listed(all, "").map(({ text }) => text)).toEqual(["c/d", "a/stuck", "a/rolling", "Nodes"]);
});

test("the word of a state finds the DaemonSets in it, then their actions", () => {
  const entries = [
    entry("state", "logging/agent", { states: ["stuck", "卡住"] }),
    entry("command", "Undo agent to revision 1…", { underStates: ["stuck", "卡住"] }),
    entry("command", "Undo proxy to revision 4…", { underStates: ["rolling", "更新中"] }),
    entry("daemonSet", "logging/stuck-agent"),
  ];
  expect(listed(entries, "stuck").map(({ text }) => text)).toEqual(["logging/agent", "Undo agent to revision 1…", "logging/stuck-agent"]);
  expect(listed(entries, "undo").map(({ text }) => text)).toEqual(["Undo agent to revision 1…", "Undo proxy to revision 4…"]);
});

test("without a text, names no DaemonSet twice and not that of the page", () => {
  const state = { states: ["stuck"] };
  const entries = [
    entry("recent", "a/one"),
    entry("state", "a/one", state),
    entry("state", "a/two", state),
    entry("state", "a/shown", { ...state, isShown: true }),
  ];
  expect(listed(entries, "").map(({ kind, text }) => `${kind} ${text}`)).toEqual(["recent a/one", "state a/two"]);
  expect(listed(entries, "stuck").map(({ text }) => text)).toEqual(["a/one", "a/two", "a/shown"]);
});
