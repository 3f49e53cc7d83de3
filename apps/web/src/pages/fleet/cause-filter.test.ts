import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { causeIn, causeTextOfId, filterOf, matchesCause } from "./cause-filter.ts";

const cause = (state: Cause["state"], words: string, nodes: readonly string[], count = nodes.length): Cause => ({
  state,
  cause: words === "Node NotReady" ? { kind: "nodeNotReady" } : { kind: "unknown", reason: words },
  count,
  nodes,
  sinceMs: undefined,
});
const record = (name: string, ...causes: readonly Cause[]) =>
  ({ key: `default/${name}`, name, causes, hostPorts: [] }) as unknown as DaemonSetRecord;
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const byte = (change: Partial<Parameters<typeof cellByte>[0]>) => cellByte({ ...flags, state: "available", ...change });

const UNREADY_CAUSE = cause("nodeUnready", "Node NotReady", ["n1", "n2"]);
const AGENT = record("agent", UNREADY_CAUSE, cause("failing", "ImagePullBackOff: x", ["n3"]), cause("starting", "Starting", ["n4"]));
const LOGS = record("logs", UNREADY_CAUSE);

describe("R13 causes over all DaemonSets", () => {
  it("are found by id in each DaemonSet, and the id alone yields their text", () => {
    const ids = ["nodeUnready:Node NotReady", "failing:ImagePullBackOff: x"];
    expect(ids.map((id) => causeIn(AGENT, id)?.cause)).toEqual([
      { kind: "nodeNotReady" },
      { kind: "unknown", reason: "ImagePullBackOff: x" },
    ]);
    expect(ids.map((id) => causeIn(LOGS, id)?.cause)).toEqual([{ kind: "nodeNotReady" }, undefined]);
    expect(ids.map(causeTextOfId)).toEqual(["Node NotReady", "ImagePullBackOff: x"]);
  });

  it("merge for two images of one DaemonSet that cannot be pulled, with the nodes of both", () => {
    const pulling = (image: string, nodes: readonly string[]): Cause => ({
      ...cause("failing", "ImagePullBackOff", nodes),
      cause: { kind: "imageFailed", reason: "ImagePullBackOff", subject: image },
    });
    const two = record("two", pulling("agent:1", ["n1", "n2"]), pulling("agent:2", ["n3"]));
    expect(causeIn(two, "failing:ImagePullBackOff")).toMatchObject({ count: 3, nodes: ["n1", "n2", "n3"] });
  });

  it.each([
    ["nodeUnready", "NotReady"],
    ["terminating", "terminating"],
    ["failing", "failing"],
    ["missing", "missing"],
  ] as const)("of kind %s link to the filter %s", (state, filter) => {
    expect(filterOf(cause(state, "x", []))).toBe(filter);
  });

  it("match the named nodes, and every node in their state if the list of names is truncated", () => {
    const whole = matchesCause(cause("terminating", "Terminating", ["n1"]));
    expect([whole("n1", byte({ terminating: true })), whole("n9", byte({ terminating: true }))]).toEqual([true, false]);
    const first = matchesCause(cause("nodeUnready", "Node NotReady", ["n1"], 60));
    expect([first("n1", byte({})), first("n9", byte({ nodeUnready: true })), first("n8", byte({}))]).toEqual([true, true, false]);
    const failing = matchesCause(cause("failing", "x", ["n1"], 60));
    expect([failing("n9", byte({ state: "failing" })), failing("n8", byte({ state: "failing", terminating: true }))]).toEqual([
      true,
      false,
    ]);
  });
});
