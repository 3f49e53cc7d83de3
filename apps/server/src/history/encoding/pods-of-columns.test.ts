import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { expect, it } from "vitest";
import { toColumns } from "./columnar-objects.ts";
import { podsFromColumns } from "./pods-of-columns.ts";

const WITH_EVERY_FACT: Required<PodFacts> = {
  uid: "u1",
  namespace: "kube-system",
  name: "agent-1",
  ownerUid: "ds",
  node: "n1",
  scheduled: true,
  createdAtMs: 1,
  hash: "h",
  templateGeneration: "2",
  phase: "Running",
  ready: false,
  readySinceMs: 2,
  unreadySinceMs: 3,
  deletingSinceMs: 4,
  goneByMs: 5,
  restarts: 6,
  reason: { kind: "reason", reason: "CrashLoopBackOff" },
  message: "back-off\n5m0s",
  container: { name: "agent", role: "main", restarts: 6 },
  lastExit: { code: 1, reason: "Error", signal: 9, finishedAtMs: 8 },
  failing: true,
  overcomeAtMs: 7,
  loopSinceMs: 3,
  passing: true,
  step: "image",
  images: "agent=registry.example/agent:1",
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

const FEWEST: PodFacts = {
  ...WITH_EVERY_FACT,
  uid: "u2",
  hash: undefined,
  templateGeneration: undefined,
  readySinceMs: undefined,
  unreadySinceMs: undefined,
  deletingSinceMs: undefined,
  goneByMs: undefined,
  reason: undefined,
  message: undefined,
  step: undefined,
};

it("each fact of a pod survives columns and JSON text", () => {
  const {
    container: _,
    lastExit: _1,
    overcomeAtMs: _2,
    loopSinceMs: _3,
    images: _4,
    finalizers: _5,
    notReady: _6,
    unscheduled: _7,
    holds: _8,
    hasTaintedDevice: _9,
    ...fewest
  } = FEWEST;
  const pods = [WITH_EVERY_FACT, fewest, WITH_EVERY_FACT];
  expect(podsFromColumns(JSON.parse(JSON.stringify(toColumns(pods))))).toEqual(pods);
});
