import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { describe, expect, it } from "vitest";
import { SecretRedactor } from "../../feed/secret-redactor.ts";
import { EntryReader, EntryWriter } from "./entry-text.ts";
import type { LogEntry } from "./log-entry.ts";

const at = (nowMs: number, input: ClusterEvent): LogEntry => ({ kind: "input", nowMs: EPOCH_MS + nowMs, input });
const pod = (parts: Parameters<typeof aPod>[2]): ClusterEvent => {
  const object = podFactsOf(aPod("a", "p", parts));
  if (object === undefined) throw new Error("no pod of a DaemonSet");
  return { do: "put", kind: "pods", object };
};
const node = (parts: Parameters<typeof aNode>[1]): ClusterEvent => ({ do: "put", kind: "nodes", object: nodeEntryOf(aNode("n1", parts)) });

/** Returns the lines of entries, and the entries that are read from those lines. */
function written(...entries: readonly LogEntry[]) {
  const writer = new EntryWriter();
  const lines = entries.map((entry) => writer.lineOf(entry));
  return { lines, read: new EntryReader().entriesOf(lines.filter((line) => line !== undefined).join("\n")) };
}

describe("lines of a log", () => {
  it("writes an object whole once, and then its changed fields", () => {
    const entries = [at(0, pod({ node: "n1" })), at(1500, pod({ node: "n1", readyAtMs: 1000 }))];
    const { lines, read } = written(...entries);
    expect(lines[1]).toBe(
      `[1,1500,0,${JSON.stringify({ phase: "Running", ready: true, readySinceMs: EPOCH_MS + 1000, unreadySinceMs: null })}]`,
    );
    expect(read).toEqual(entries);
  });
  it("omits an equal pod or node, and writes a repeated DaemonSet", () => {
    const set: ClusterEvent = { do: "put", kind: "daemonsets", object: aDaemonSet("a") };
    const inputs = [node({}), node({}), pod({ node: "n1" }), pod({ node: "n1" }), set, set].map((input) => at(0, input));
    expect(written(...inputs).lines.map((line) => line !== undefined)).toEqual([true, false, true, false, true, true]);
  });
  it("keeps the field order of a node record as in the model", () => {
    const { read } = written(at(0, node({})), at(1, node({ ready: "False" })), at(2, node({ labels: { a: "1" } })));
    const records = read.map((entry) => (entry.kind === "input" && "object" in entry.input ? entry.input.object : undefined));
    expect(JSON.stringify(records[1])).toBe(JSON.stringify(nodeEntryOf(aNode("n1", { ready: "False" }))));
    expect(JSON.stringify(records[2])).toBe(JSON.stringify(nodeEntryOf(aNode("n1", { labels: { a: "1" } }))));
  });
  it("ignores a drop of an unknown object; a returning object has a new number", () => {
    const drop: ClusterEvent = { do: "drop", kind: "pods", key: "pod-p" };
    const put = pod({ node: "n1" });
    const { lines, read } = written(at(0, drop), at(0, put), at(0, drop), at(0, put), at(0, drop));
    expect(lines[0]).toBeUndefined();
    expect([lines[2], lines[4]]).toEqual(["[2,0,0]", "[2,0,1]"]);
    expect(read.map((entry) => entry.kind === "input" && entry.input)).toEqual([put, drop, put, drop]);
  });
  it("keeps times with fractions of a millisecond", () => {
    const entries: readonly LogEntry[] = [0.1, 0.30000000000000004, 7, 1e15 + 0.125].map((nowMs) => ({ kind: "tick", atMs: nowMs, nowMs }));
    expect(written(...entries).read).toEqual(entries);
  });
  it("refuses a line about an unknown object", () => {
    expect(() => new EntryReader().entriesOf("[2,[0],7]")).toThrow("a log names an object that it does not contain");
  });
  it("L5 logs no whole template, and only the equality of template hashes", () => {
    const redactor = new SecretRedactor();
    const set = redactor.of({
      do: "put",
      kind: "daemonsets",
      object: { ...aDaemonSet("a", { templateHash: "8c5" }), fullTemplate: "args" },
    });
    const revision = redactor.of({
      do: "put",
      kind: "controllerrevisions",
      object: { ...aRevision("a", 1, { templateHash: "8c5" }), fullTemplate: "args" },
    });
    // A restart of the first template: equality with it decides that it is a restart.
    const restart = redactor.of({
      do: "put",
      kind: "controllerrevisions",
      object: { ...aRevision("a", 2, { templateHash: "9d0" }), restartOf: "8c5" },
    });
    expect([set, revision, restart]).toMatchObject([
      { object: { templateHash: "t1" } },
      { object: { templateHash: "t1" } },
      { object: { templateHash: "t2", restartOf: "t1" } },
    ]);
    expect(JSON.stringify([set, revision, restart])).not.toMatch(/args|8c5|9d0/);
  });
});
