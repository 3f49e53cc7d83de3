import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { expect, it } from "vitest";
import { isSamePod, type PodFacts } from "./pod-facts.ts";

const pod: Required<{ readonly [Fact in keyof PodFacts]: Exclude<PodFacts[Fact], undefined> }> = {
  uid: "u",
  namespace: "ns",
  name: "agent-1",
  ownerUid: "ds",
  node: "n1",
  scheduled: true,
  createdAtMs: 1,
  hash: "h",
  templateGeneration: "1",
  phase: "Running",
  ready: true,
  readySinceMs: 2,
  unreadySinceMs: 3,
  deletingSinceMs: 4,
  goneByMs: 5,
  restarts: 6,
  reason: { kind: "reason", reason: "CrashLoopBackOff" },
  message: "said",
  container: { name: "agent", role: "main", restarts: 6 },
  lastExit: { code: 1, reason: "Error", signal: 9, finishedAtMs: 8 },
  failing: false,
  overcomeAtMs: 7,
  loopSinceMs: 3,
  passing: false,
  step: "image",
  images: "a=b",
  notReady: { reason: "ReadinessGatesNotReady", message: 'the status of pod readiness gate "a/b" is not "True", but False' },
  unscheduled: {
    schedulerName: "batch",
    reported: true,
    nodeSelector: { a: "b" },
    claims: ["nic"],
    priority: 5,
    gates: ["g"],
    requests: { cpu: "1" },
  },
  finalizers: ["x.example.com/hold"],
  hasTaintedDevice: true,
  holds: { daemonSet: "agent", ports: [{ port: 9100, protocol: "TCP", hostIP: "0.0.0.0" }] },
};

it("detects a difference in every fact of a pod, like equality of JSON", () => {
  expect(isSamePod(pod, structuredClone(pod))).toBe(true);
  for (const fact of Object.keys(pod) as (keyof PodFacts)[]) {
    const other = { ...pod, [fact]: undefined } as unknown as PodFacts;
    expect([fact, isSamePod(pod, other)]).toEqual([fact, isEqualJson(pod, other)]);
    expect([fact, isSamePod(other, pod)]).toEqual([fact, false]);
  }
  expect(isSamePod(pod, { ...pod, lastExit: { code: 2 } })).toBe(false);
  expect(isSamePod(pod, { ...pod, reason: { kind: "reason", reason: "Error" } })).toBe(false);
});
