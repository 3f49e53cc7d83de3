import { english } from "@daemonscope/words/english";
import { concernEnds, concernHelp } from "@daemonscope/words/facts/cause-help";
import { pausedTexts } from "@daemonscope/words/facts/managed-text";
import { describe, expect, it } from "vitest";
import { nodeQuestions, rolloutPlans } from "../actions/rollout-plans.ts";
import { putNode } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aNode, EPOCH_MS, type NodeParts } from "../model/objects.fixture.ts";
import { fresh, modelOf, plainRecordOf } from "../rollout/scene.fixture.ts";
import { verdictWordOf } from "../rollout/verdict-word.ts";

const DEPLOY = "nvidia.com/gpu.deploy.device-plugin";
const STATE = "nvidia.com/gpu-driver-upgrade-state";
const PAUSED = "paused-for-driver-upgrade";
const HOUR = 3_600_000;
const parts = (deploy: string, state?: string, more: NodeParts = {}): NodeParts => ({
  ...more,
  labels: { [DEPLOY]: deploy, ...(state === undefined ? {} : { [STATE]: state }) },
});

/** A device plugin on four nodes, with a memory since one hour. */
function plugin(): ClusterModel {
  const model = modelOf({
    set: { template: { nodeSelector: { [DEPLOY]: "true" } } },
    nodes: [1, 2, 3, 4].map(() => parts("true")),
    pods: [1, 2, 3, 4].map((at) => fresh(at, { readyAtMs: 0 })),
    nowMs: HOUR,
  });
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return model;
}

function label(model: ClusterModel, nodes: readonly number[], node: NodeParts): void {
  for (const at of nodes) {
    model.apply(putNode(aNode(`n${at}`, node)));
    model.apply({ do: "drop", kind: "pods", key: `pod-p${at - 1}` });
  }
  model.takeChanges();
}

function at(model: ClusterModel, seconds: number) {
  model.tick(EPOCH_MS + HOUR + seconds * 1000);
  model.takeChanges();
  return plainRecordOf(model);
}

describe("R32 planned pauses", () => {
  it("R32 R19 a pause during an upgrade is no loss, regardless of its length", () => {
    const model = plugin();
    label(model, [1, 2, 3], parts(PAUSED, "pod-restart-required"));
    for (const seconds of [0, 60, 3000]) {
      const record = at(model, seconds);
      expect(record).toMatchObject({ concern: null, paused: { controller: "gpu-operator", count: 3, nodes: ["n1", "n2", "n3"] } });
      expect(["shrunk", "degraded"].includes(verdictWordOf(record)) && record.concern !== null).toBe(false);
    }
    label(model, [1, 2, 3], parts("true", "upgrade-done"));
    expect(plainRecordOf(model).paused).toBeUndefined();
  });

  it.each([
    ["upgrade-done", 45],
    [undefined, 600],
  ])("R32 a pause that outlasts the upgrade (%s) is a concern after %d s", (state, seconds) => {
    const model = plugin();
    label(model, [2], parts(PAUSED, "pod-restart-required"));
    at(model, 100);
    label(model, [2], parts(PAUSED, state));
    expect(at(model, 100 + seconds - 1).concern).toBeNull();
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + HOUR + (100 + seconds) * 1000);
    const saved = new ClusterModel({ nowMs: 0, saved: structuredClone(model.save()) });
    for (const each of [model, saved]) {
      const record = at(each, 100 + seconds);
      expect(record.concern).toEqual({
        kind: "desiredDropped",
        detail: { kind: "pauseLeft", controller: "gpu-operator", count: 1 },
        sinceMs: EPOCH_MS + HOUR + 100_000,
        nodes: ["n2"],
        stuck: false,
      });
      expect(verdictWordOf(record)).toBe("shrunk");
      const retries = rolloutPlans(record, undefined, nodeQuestions(each.reading.nodes())).flatMap(({ act }) => act);
      expect(retries, "only a failed upgrade is retried").toEqual([]);
    }
  });

  it("R32 a pause after a failed upgrade is a concern at once, as for a model that did not see the failure", () => {
    const model = plugin();
    label(model, [2], parts(PAUSED, "pod-restart-required"));
    expect(at(model, 100).concern).toBeNull();
    label(model, [2], parts(PAUSED, "upgrade-failed"));
    const record = plainRecordOf(model);
    expect(record.concern).toMatchObject({
      kind: "desiredDropped",
      detail: { kind: "pauseLeft", controller: "gpu-operator", count: 1, failed: 1 },
      sinceMs: EPOCH_MS + HOUR + 100_000,
      nodes: ["n2"],
    });
    expect(concernHelp(english, record)).toBe(
      "The upgrade of 1 node failed. If the new driver pod is Ready there, gpu-operator ends the upgrade by itself. Otherwise repair it, or retry.",
    );
    expect(concernEnds(english, record, { kind: "pauseLeft", subject: "gpu-operator" })).toBe(
      "gpu-operator, by itself if the new driver pod is Ready",
    );
    expect(pausedTexts(english, record), "the concern names the pause").toEqual([]);
    expect(verdictWordOf(record)).toBe("shrunk");
    const retries = rolloutPlans(record, undefined, nodeQuestions(model.reading.nodes())).flatMap(({ act }) => act);
    expect(retries).toEqual([{ kind: "retryUpgrade", controller: "gpu-operator", nodes: ["n2"] }]);
  });

  it.each([
    ["upgrade-done", "shrunk"],
    ["upgrade-failed", "shrunk"],
    ["pod-restart-required", "healthy"],
    [undefined, "healthy"],
  ])("R32 a pause whose start was not seen is a concern at once if the upgrade is over (%s: %s), without an age", (state, word) => {
    const model = modelOf({
      set: { template: { nodeSelector: { [DEPLOY]: "true" } } },
      nodes: [parts("true"), parts(PAUSED, state)],
      pods: [fresh(1, { readyAtMs: 0 })],
      nowMs: HOUR,
    });
    const saved = new ClusterModel({ nowMs: 0, saved: structuredClone(model.save()) });
    for (const each of [model, saved]) {
      for (const marks of [false, true]) {
        if (marks) each.apply({ do: "beginMarks" });
        const record = at(each, 1);
        expect(verdictWordOf(record)).toBe(word);
        if (word === "shrunk") expect(record.concern).toMatchObject({ detail: { kind: "pauseLeft", count: 1 }, sinceMs: undefined });
      }
    }
  });

  it.each([
    ["pending", 3000, false],
    ["success", 44, false],
    ["success", 45, true],
    ["failed", 0, true],
    [undefined, 599, false],
    [undefined, 600, true],
  ])("R32 a pause for a change of MIG in the state %s is a concern after %d s: %s", (state, seconds, isConcern) => {
    const model = plugin();
    const labels = { [DEPLOY]: "paused-for-mig-change", ...(state === undefined ? {} : { "nvidia.com/mig.config.state": state }) };
    label(model, [2], { labels });
    const record = at(model, seconds);
    expect(record.paused).toMatchObject({ controller: "gpu-operator", count: 1, nodes: ["n2"] });
    expect(record.concern?.detail.kind).toBe(isConcern ? "pauseLeft" : undefined);
  });

  it("R32 R11 a pod that ends because of a pause is not misscheduled", () => {
    const model = plugin();
    model.apply(putNode(aNode("n1", parts(PAUSED, "pod-restart-required"))));
    model.takeChanges();
    expect(plainRecordOf(model)).toMatchObject({ concern: null, paused: { count: 1 } });
    expect(verdictWordOf(plainRecordOf(model))).not.toBe("misscheduled");
  });

  it("R32 an unknown state of the upgrade is no reason for a concern", () => {
    const model = plugin();
    label(model, [2], parts(PAUSED, "reticulating"));
    expect(at(model, 3000)).toMatchObject({ concern: null, paused: { count: 1 } });
  });

  it("R32 R19 another value, and a node that wants no pod for another reason, are no pause", () => {
    const lost = plugin();
    label(lost, [1, 2], parts("false"));
    expect(plainRecordOf(lost).concern).toMatchObject({ kind: "desiredDropped", detail: { kind: "dropped" } });
    expect(plainRecordOf(lost).paused).toBeUndefined();
    const tainted = plugin();
    label(tainted, [1], parts(PAUSED, undefined, { taints: [{ key: "maintenance", effect: "NoSchedule" }] }));
    expect(plainRecordOf(tainted).paused).toBeUndefined();
  });

  it("R32 R28 a DaemonSet that is paused on all its nodes is not without a node", () => {
    const model = plugin();
    label(model, [1, 2, 3, 4], parts(PAUSED, "drain-required"));
    const record = {
      ...plainRecordOf(model),
      reported: { ...plainRecordOf(model).reported, desiredNumberScheduled: 0, numberAvailable: 0 },
    };
    expect(verdictWordOf(record)).toBe("healthy");
  });
});
