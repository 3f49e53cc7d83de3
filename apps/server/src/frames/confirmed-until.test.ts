import { putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../cluster.fixture.ts";
import { allSourcesLive, liveFramesOnManualTime } from "./live-frames.fixture.ts";

const MIN_READY_SECONDS = 30;
const KEY = "kube-system/logs";

/** A pod that just became ready and needs 30 seconds to be available. */
function withReadyPod() {
  const stage = liveFramesOnManualTime();
  const { model, time, tick, live } = stage;
  const daemonSet = kubeDaemonSet("logs", { desired: 1 });
  model.apply(putNode(kubeNode("n1")));
  model.apply(putDaemonSet({ ...daemonSet, spec: { ...daemonSet.spec, minReadySeconds: MIN_READY_SECONDS } }));
  model.apply(putRevision(kubeRevision(daemonSet)));
  const pod = kubePod(daemonSet, "n1");
  const readyAt = new Date(time.nowMs()).toISOString();
  model.apply(putPod({ ...pod, status: { ...pod.status, conditions: [{ type: "Ready", status: "True", lastTransitionTime: readyAt }] } }));
  stage.setStatuses(allSourcesLive(time.nowMs()));
  tick();
  return { ...stage, cell: () => model.reading.cellAt(KEY, "n1"), lastProofAtMs: time.nowMs(), seq: () => live.log.state.seq };
}

const all = (status: SourceStatus): SourceStatuses =>
  Object.fromEntries(SOURCES.map((source) => [source, status])) as unknown as SourceStatuses;

it("F6 while no source is live the model's time stops at the last proof: no pod becomes available", () => {
  const { live, model, time, tick, cell, setStatuses, lastProofAtMs } = withReadyPod();
  const before = cell();
  setStatuses(all({ state: "retrying", provenAtMs: lastProofAtMs, detail: "refused" }));
  for (let second = 0; second < 4 * MIN_READY_SECONDS; second++) tick(1000);
  live.bringToNow();
  expect([cell(), model.reading.nowMs <= lastProofAtMs, live.clock.nowMs() > lastProofAtMs + 60_000]).toEqual([before, true, true]);
  expect(time.waiting, "nothing is due while time is stopped").toBe(0);
  setStatuses(allSourcesLive(time.nowMs()));
  tick();
  expect([cell() === before, model.reading.nowMs]).toEqual([false, time.nowMs() - 50]);
});

it("F6 time continues while one of the needed sources is live, and before the first list is complete", () => {
  for (const status of [
    { ...all({ state: "retrying", provenAtMs: 1_000_000, detail: "refused" }), nodes: { state: "live", provenAtMs: 1_000_000 } as const },
    all({ state: "syncing" }),
    all({ state: "retrying", detail: "refused" }),
  ]) {
    const { model, time, tick, setStatuses } = withReadyPod();
    setStatuses(status);
    tick(5000);
    tick(5000);
    expect(model.reading.nowMs).toBeGreaterThanOrEqual(time.nowMs() - 5000);
  }
});
