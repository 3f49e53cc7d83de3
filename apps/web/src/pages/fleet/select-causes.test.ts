import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { causeIn, causeTextOfId, filterOf, matchesCause, selectCauses } from "./select-causes.ts";

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
  it("are summed, sorted by node count, without pods that only start", () => {
    expect(selectCauses([AGENT, LOGS]).map(({ id, count, where }) => [id, count, where])).toEqual([
      ["nodeUnready:Node NotReady", 2, ["agent", "logs"]],
      ["failing:ImagePullBackOff: x", 1, ["agent"]],
    ]);
  });

  it("of a node count the node once for all DaemonSets, and name it if it is the only one", () => {
    const withUnreadyNodes = (name: string, ...nodes: readonly string[]) => record(name, cause("nodeUnready", "Node NotReady", nodes));
    const one = selectCauses(["a", "b", "c", "d"].map((name) => withUnreadyNodes(name, "spot-05")));
    expect(one).toMatchObject([{ count: 1, isAtLeast: false, node: "spot-05", where: ["a", "b", "c", "d"] }]);
    expect(selectCauses([withUnreadyNodes("a", "n1"), withUnreadyNodes("b", "n2")])).toMatchObject([{ count: 2, node: undefined }]);
    const cut = record("c", cause("nodeUnready", "Node NotReady", ["n1", "n2"], 90));
    expect(selectCauses([withUnreadyNodes("a", "n1", "n9"), cut])).toMatchObject([{ count: 90, isAtLeast: true, node: undefined }]);
    expect(selectCauses([cut])).toMatchObject([{ count: 90, isAtLeast: false }]);
  });

  it("of a pod count in each DaemonSet, with the host ports if one DaemonSet has them", () => {
    const failing = (name: string, port: number) => ({ ...record(name, cause("failing", "x", ["n1"])), hostPorts: [port] });
    expect(selectCauses([failing("a", 9100)])).toMatchObject([{ count: 1, node: undefined, hostPorts: [9100] }]);
    expect(selectCauses([failing("a", 9100), failing("b", 9200)])).toMatchObject([{ count: 2, hostPorts: [] }]);
  });

  it("are found by id in each DaemonSet, and the id alone yields their text", () => {
    const ids = selectCauses([AGENT, LOGS]).map(({ id }) => id);
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
    expect(selectCauses([two])).toMatchObject([{ id: "failing:ImagePullBackOff", count: 3, where: ["two"] }]);
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
