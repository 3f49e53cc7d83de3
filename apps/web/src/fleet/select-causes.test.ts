import { cellByte } from "@daemonscope/daemonset/cell/cell";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { describe, expect, it } from "vitest";
import { causeIn, filterOf, isAbout, selectCauses, wordsOfId } from "./select-causes.ts";

const cause = (state: Cause["state"], words: string, nodes: readonly string[], count = nodes.length): Cause => ({
  state,
  cause: words === "Node NotReady" ? { kind: "nodeNotReady" } : { kind: "reason", reason: words },
  count,
  nodes,
  sinceMs: undefined,
});
const record = (name: string, ...causes: readonly Cause[]) => ({ key: `default/${name}`, name, causes }) as unknown as DaemonSetRecord;
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const byte = (change: Partial<Parameters<typeof cellByte>[0]>) => cellByte({ ...flags, state: "available", ...change });

const SICK = cause("nodeUnready", "Node NotReady", ["n1", "n2"]);
const AGENT = record("agent", SICK, cause("failing", "ImagePullBackOff: x", ["n3"]), cause("starting", "Starting", ["n4"]));
const LOGS = record("logs", SICK);

describe("R13 causes over all DaemonSets", () => {
  it("are sums, those on most nodes first, without pods that merely start", () => {
    expect(selectCauses([AGENT, LOGS]).map(({ id, count, where }) => [id, count, where])).toEqual([
      ["nodeUnready:Node NotReady", 4, ["agent", "logs"]],
      ["failing:ImagePullBackOff: x", 1, ["agent"]],
    ]);
  });

  it("are found again by their id in each DaemonSet, and give their words from it alone", () => {
    const ids = selectCauses([AGENT, LOGS]).map(({ id }) => id);
    expect(ids.map((id) => causeIn(AGENT, id)?.cause)).toEqual([
      { kind: "nodeNotReady" },
      { kind: "reason", reason: "ImagePullBackOff: x" },
    ]);
    expect(ids.map((id) => causeIn(LOGS, id)?.cause)).toEqual([{ kind: "nodeNotReady" }, undefined]);
    expect(ids.map(wordsOfId)).toEqual(["Node NotReady", "ImagePullBackOff: x"]);
  });

  it.each([
    ["nodeUnready", "NotReady"],
    ["terminating", "terminating"],
    ["failing", "failing"],
    ["missing", "missing"],
  ] as const)("of kind %s lead to the filter %s", (state, filter) => {
    expect(filterOf(cause(state, "x", []))).toBe(filter);
  });

  it("are about the nodes that they name, and about all in their state where they name only the first", () => {
    const whole = isAbout(cause("terminating", "Terminating", ["n1"]));
    expect([whole("n1", byte({ terminating: true })), whole("n9", byte({ terminating: true }))]).toEqual([true, false]);
    const first = isAbout(cause("nodeUnready", "Node NotReady", ["n1"], 60));
    expect([first("n1", byte({})), first("n9", byte({ nodeUnready: true })), first("n8", byte({}))]).toEqual([true, true, false]);
    const failing = isAbout(cause("failing", "x", ["n1"], 60));
    expect([failing("n9", byte({ state: "failing" })), failing("n8", byte({ state: "failing", terminating: true }))]).toEqual([
      true,
      false,
    ]);
  });
});
