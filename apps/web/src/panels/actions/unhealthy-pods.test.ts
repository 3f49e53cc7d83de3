import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Cause } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { unhealthyPods } from "./unhealthy-pods.ts";

const causeOf = (state: Cause["state"], cause: CauseFact, nodes: readonly string[]): Cause => ({
  state,
  cause,
  count: nodes.length,
  nodes,
  sinceMs: 0,
});
const stalled = { kind: "stalled", detail: { kind: "idle" }, nodes: [] } as never;

test.each([
  ["expects starting pods to become ready", null, [causeOf("starting", { kind: "starting" }, ["n1"])], "comesUp"],
  ["expects pods that are not created yet to become ready", null, [causeOf("missing", { kind: "noPodYet" }, ["n1"])], "comesUp"],
  ["links to a running pod that is not Ready for its reason", null, [causeOf("starting", { kind: "runningNotReady" }, ["n1"])], "lookAt"],
  ["links to a crashing pod for its reason", null, [causeOf("failing", { kind: "crash", reason: "CrashLoopBackOff" }, ["n1"])], "lookAt"],
  [
    "links to a starting pod after a stall, because a start would have ended",
    stalled,
    [causeOf("starting", { kind: "starting" }, ["n1"])],
    "lookAt",
  ],
] as const)("%s", (_name, concern, causes, kind) => {
  expect(unhealthyPods({ concern, causes })).toEqual({ kind, count: 1, nodes: ["n1"] });
});

test("counts all unhealthy pods and names the first nodes, and lists nothing without any", () => {
  const causes = [causeOf("failing", { kind: "failing" }, ["n1", "n2"]), causeOf("starting", { kind: "starting" }, ["n2", "n3", "n4"])];
  expect(unhealthyPods({ concern: null, causes })).toEqual({ kind: "lookAt", count: 5, nodes: ["n1", "n2", "n3"] });
  expect(unhealthyPods({ concern: null, causes: [] })).toBeUndefined();
});
