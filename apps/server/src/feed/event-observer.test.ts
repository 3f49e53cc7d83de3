import { type ClusterEvent, putDaemonSet, putNode, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubeRevision } from "../cluster.fixture.ts";
import { collectingSocket, framesIn, liveFramesOnManualTime } from "../frames/live-frames.fixture.ts";
import { applyObserved } from "./event-observer.ts";

it("R24 dates an event after a quiet time by its arrival, not by the last tick", () => {
  const { model, live, time, tick } = liveFramesOnManualTime();
  const consumer = (event: ClusterEvent) => applyObserved(model, event, time.nowMs(), undefined);
  consumer(putNode(kubeNode("n1")));
  consumer(putDaemonSet(kubeDaemonSet("logs")));
  consumer(putRevision(kubeRevision(kubeDaemonSet("logs"))));
  tick();
  live.beginMarks();
  time.pass(3_600_000);
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  const before = live.log.state;
  const arrivedAtMs = time.nowMs();
  consumer(putNode(kubeNode("n2")));
  consumer(putDaemonSet(kubeDaemonSet("logs", { generation: 2 })));
  tick();
  const marks = framesIn(messages(), before).flatMap((frame) => frame.marks ?? []);
  expect(marks).toEqual([
    { kind: "nodeJoined", atMs: arrivedAtMs, node: "n2" },
    { kind: "specChanged", atMs: arrivedAtMs, daemonSet: "kube-system/logs", generation: 2 },
  ]);
});
