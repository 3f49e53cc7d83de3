import { putDaemonSet, putNode, putPodFacts } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aDaemonSet, aNode, aPod, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { expect, it } from "vitest";
import { EventQueue } from "./event-queue.ts";
import { queuedHealthyPods } from "./queued-healthy-pods.ts";

const UID = "00000000-0000-4000-8000-000000000001";
const UID_NUMBERS = { a: 0, b: 0x4000, c: 0x80000000, d: 1 };

function healthyPods(objects: "columns" | "columns" | "shared") {
  const model = new ClusterModel({ nowMs: EPOCH_MS, objects });
  const facts = podFactsOf(aPod("a", "agent", { node: "n1" }));
  if (facts === undefined) throw new Error("it is no pod of a DaemonSet");
  for (const event of [putDaemonSet(aDaemonSet("a")), putNode(aNode("n1")), putPodFacts({ ...facts, uid: UID })]) model.apply(event);
  const queue = new EventQueue();
  queue.connect((event, nowMs) => model.apply(event, nowMs));
  const noted: unknown[] = [];
  const others = { count: 0 };
  const pods = queuedHealthyPods(model, {
    queue,
    clock: { nowMs: () => EPOCH_MS + 5000 },
    observer: { noteStatus: (nowMs, { uid, before, after }) => noted.push([nowMs, uid, before.ready, after.ready]) },
    needsEvents: () => others.count > 0,
  });
  return { pods, queue, noted, others };
}

it("finds no pod while events wait or another consumer needs them, so that each event is decoded whole", () => {
  const { pods, queue, others } = healthyPods("columns");
  expect(pods?.find(UID_NUMBERS)?.node).toBe("n1");
  others.count = 1;
  expect(pods?.find(UID_NUMBERS)).toBeUndefined();
  others.count = 0;
  queue.pause();
  expect(pods?.find(UID_NUMBERS)).toBeUndefined();
});

it("L1 gives the observer each changed status with the model's time, and no equal one", () => {
  const { pods, noted } = healthyPods("columns");
  const status = { phase: "Running", ready: true, sinceS: EPOCH_MS / 1000, restarts: 0, step: undefined } as const;
  pods?.find(UID_NUMBERS);
  expect([pods?.apply(status), pods?.apply(status)]).toEqual([true, true]);
  expect(noted).toEqual([[EPOCH_MS + 5000, UID, false, true]]);
});

it("needs pods in columns", () => {
  expect(healthyPods("shared").pods).toBeUndefined();
});
