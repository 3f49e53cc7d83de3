import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { english } from "@daemonscope/words/english";
import { concernEnds, concernHelp } from "@daemonscope/words/facts/cause-help";
import { concernText } from "@daemonscope/words/facts/concern-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rolloutActions } from "../actions/remedies/rollout-actions.ts";
import { rolloutPlans } from "../actions/rollout-plans.ts";
import { putDaemonSet, putNode, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aNode, aRevision, type DaemonSetParts, EPOCH_MS } from "../model/objects.fixture.ts";
import { fresh, modelOf, old, plainRecordOf } from "../rollout/scene.fixture.ts";
import { verdictWordOf } from "../rollout/verdict-word.ts";
import { controllerOf, partitionOf } from "./upgrade-controllers.ts";

const STATE = "nvidia.com/gpu-driver-upgrade-state";
const SEED = Number(process.env.SEED ?? 20261129);
const DRIVER: DaemonSetParts = { labels: { app: "nvidia-driver-daemonset" }, strategy: { type: "OnDelete" } };
const labelled = (state: string | undefined, key = STATE) => (state === undefined ? {} : { labels: { [key]: state } });

/** A driver on one node for each state. The pods of `upgrade-done` are new, unless `old`. */
function driver(
  states: readonly (string | undefined)[],
  set: DaemonSetParts = DRIVER,
  isOld = (state?: string) => state !== "upgrade-done",
) {
  return modelOf({
    set,
    nodes: states.map((state) => labelled(state)),
    pods: states.map((state, at) => (isOld(state) ? old(at + 1) : fresh(at + 1, { readyAtMs: 0 }))),
    nowMs: 3_600_000,
  });
}

function progressOf(model: ClusterModel): string | undefined {
  const { managedBy } = plainRecordOf(model);
  return managedBy && `${managedBy.controller}: ${managedBy.phases.map(({ phase, count }) => `${count} ${phase}`).join(", ")}`;
}

describe("R31 managed OnDelete", () => {
  it("R31 names the controller and its phases, and rolls", () => {
    const model = driver(["upgrade-done", "upgrade-done", "drain-required", "upgrade-required", undefined]);
    expect(progressOf(model)).toBe("gpu-operator: 2 upgraded, 1 draining, 1 required, 1 notProcessed");
    const record = plainRecordOf(model);
    expect(record).toMatchObject({ concern: null, underWay: true });
    expect(verdictWordOf(record)).toBe("rolling");
    expect(record.managedBy?.phases.find(({ phase }) => phase === "draining")?.nodes).toEqual(["n3"]);
  });

  it("R31 does not offer the switch to RollingUpdate", () => {
    const facts = { cluster: undefined, node: () => undefined, nodes: () => [], daemonSet: () => undefined };
    const kinds = (model: ClusterModel) => rolloutActions(plainRecordOf(model), facts).map(({ act }) => act.kind);
    expect(kinds(driver(["upgrade-required", "upgrade-required"], { strategy: { type: "OnDelete" } }))).toContain("resume");
    expect(kinds(driver(["upgrade-required", "upgrade-required"]))).not.toContain("resume");
  });

  it("R31 an undo names the controller instead of a deletion by hand", () => {
    const model = driver(["upgrade-required", "upgrade-required"]);
    model.apply(putRevision(aRevision("a", 1)));
    model.takeChanges();
    const undo = rolloutPlans(plainRecordOf(model), undefined).find(({ act }) => act.kind === "undo");
    expect(undo?.outcome).toMatchObject({ kind: "undone", controller: "gpu-operator" });
  });

  it.each<readonly [string, DaemonSetParts, string | undefined]>([
    ["another DaemonSet on the same nodes", { labels: { app: "agent" } }, "upgrade-required"],
    ["a marked DaemonSet without a node with the label", DRIVER, undefined],
    ["an empty label", DRIVER, ""],
    ["marks of two controllers", { labels: { app: "nvidia-driver-daemonset", "nvidia.com/ofed-driver": "" } }, "upgrade-required"],
  ])("R31 R10 waits for the user: %s", (_what, set, state) => {
    const model = driver([state, state], { ...set, strategy: { type: "OnDelete" } });
    expect(plainRecordOf(model)).toMatchObject({ concern: { kind: "waitsForYou" }, underWay: false });
    expect(progressOf(model)).toBeUndefined();
  });

  it.each<readonly [string, Partial<KubeDaemonSet> & { readonly owner?: string }, string]>([
    ["the controlling object", { owner: "Agent" }, "2 old pods (OnDelete), which Agent agent may replace"],
    ["the only annotator", { annotator: "roller" }, "2 old pods (OnDelete), which roller may replace"],
    ["the object before the annotator", { owner: "Agent", annotator: "roller" }, "2 old pods (OnDelete), which Agent agent may replace"],
    ["the user who deletes them, as a fact", { owner: "Agent", podDeleter: "alice" }, "2 old pods (OnDelete), which alice deletes"],
    ["neither", {}, "2 old pods to delete (OnDelete)"],
  ])("R31 R10 stays manual, and names what replaces the pods: %s", (_what, { owner, ...parts }, text) => {
    const model = driver([undefined, undefined], { strategy: { type: "OnDelete" } });
    const daemonSet = aDaemonSet("a", { templateHash: "template-2", strategy: { type: "OnDelete" } });
    const owners =
      owner === undefined ? {} : { ownerReferences: [{ apiVersion: "a/v1", kind: owner, name: "agent", uid: "u1", controller: true }] };
    model.apply(putDaemonSet({ ...daemonSet, ...parts, metadata: { ...daemonSet.metadata, ...owners } }));
    model.takeChanges();
    const record = plainRecordOf(model);
    expect(verdictWordOf(record)).toBe("manual");
    expect(record.concern?.kind).toBe("waitsForYou");
    expect(record.concern && concernText(english, record.concern.detail, [])).toBe(text);
    const facts = { cluster: undefined, node: () => undefined, nodes: () => [], daemonSet: () => undefined };
    const kinds = rolloutActions(record, facts).map(({ act }) => act.kind);
    expect(kinds.includes("resume"), "a switch would race with who deletes pods").toBe(parts.podDeleter === undefined);
  });

  it("R31 shows an unknown state as unknown, and an old pod on an upgraded node as not marked", () => {
    expect(progressOf(driver(["reticulating", "upgrade-required"]))).toBe("gpu-operator: 1 required, 1 unknown");
    expect(progressOf(driver(["upgrade-done", "constructor"], DRIVER, () => true))).toBe("gpu-operator: 1 notProcessed, 1 unknown");
  });

  it("R31 an available new pod is no restart: the controller completes the upgrade of its node", () => {
    const isOld = (state?: string) => state !== "pod-restart-required";
    expect(progressOf(driver(["pod-restart-required", "upgrade-required"], DRIVER, isOld))).toBe("gpu-operator: 1 completing, 1 required");
    expect(progressOf(driver(["pod-restart-required", "upgrade-required"]))).toBe("gpu-operator: 1 restarting, 1 required");
  });

  it("R31 a failed upgrade is a concern, and stuck once no other node is left", () => {
    const going = plainRecordOf(driver(["upgrade-failed", "upgrade-required"]));
    expect(going.concern).toMatchObject({ kind: "failing", detail: { kind: "upgradeFailed", count: 1 }, nodes: ["n1"], stuck: false });
    expect(verdictWordOf(going)).toBe("failing");
    const over = plainRecordOf(driver(["upgrade-failed", "upgrade-done"]));
    expect(over.concern).toMatchObject({ stuck: true });
    expect(verdictWordOf(over)).toBe("stuck");
    expect(concernHelp(english, over)).toMatch(/^Read the log of gpu-operator/);
    const ready = plainRecordOf(driver(["upgrade-failed", "upgrade-done"], DRIVER, () => false));
    expect(ready.concern, "waiting may end it").toMatchObject({ kind: "failing", stuck: false });
    expect(concernHelp(english, ready)).toBe(
      "The new pod on n1 is Ready, so gpu-operator ends the upgrade by itself. If it does not, retry.",
    );
    const cause = { kind: "upgradeFailed", subject: "gpu-operator" } as const;
    expect(concernEnds(english, ready, cause)).toBe("gpu-operator, by itself");
    expect(concernEnds(english, over, cause)).toMatch(/waiting does not help$/);
  });

  it("R31 R27 a revision is on all nodes once the controller has ended each upgrade", () => {
    const model = driver(["upgrade-failed", "upgrade-done", undefined], DRIVER, () => false);
    model.apply({ do: "beginMarks" });
    const fateAfter = (state: string) => {
      model.apply(putNode(aNode("n1", labelled(state))));
      model.takeChanges();
      return plainRecordOf(model).revisions.find(({ current }) => current)?.fate;
    };
    for (const state of ["upgrade-failed", "pod-restart-required", "uncordon-required"]) expect(fateAfter(state), state).toBeUndefined();
    expect(fateAfter("upgrade-done")).toEqual({ kind: "reachedAll", nodes: 3 });
  });

  it("R31 a failed upgrade is as old as the failure that was seen, and has no age otherwise", () => {
    const concernAt = (model: ClusterModel, seconds: number) => {
      model.tick(EPOCH_MS + 3_600_000 + seconds * 1000);
      model.takeChanges();
      return plainRecordOf(model).concern;
    };
    const unseen = driver(["upgrade-failed", "upgrade-done"]);
    unseen.apply({ do: "beginMarks" });
    for (const seconds of [0, 60]) expect(concernAt(unseen, seconds)).toMatchObject({ stuck: true, sinceMs: undefined });
    const seen = driver(["drain-required", "upgrade-done", "upgrade-required"]);
    seen.apply({ do: "beginMarks" });
    expect(concernAt(seen, 100)).toBeNull();
    seen.apply(putNode(aNode("n1", labelled("upgrade-failed"))));
    const failedMs = EPOCH_MS + 3_700_000;
    expect(concernAt(seen, 100)).toMatchObject({ stuck: false, sinceMs: failedMs });
    seen.apply(putNode(aNode("n3", labelled("upgrade-failed"))));
    expect(concernAt(seen, 160)).toMatchObject({ stuck: true, sinceMs: failedMs });
    const restored = new ClusterModel({ nowMs: 0, saved: structuredClone(seen.save()) });
    expect(concernAt(restored, 165), "after a restart").toMatchObject({ stuck: true, sinceMs: failedMs });
    seen.apply(putNode(aNode("n1", labelled("upgrade-required"))));
    expect(concernAt(seen, 170), "a retry ends the first failure").toMatchObject({ stuck: false, sinceMs: failedMs + 60_000 });
  });

  it("R31 an upgrade that does not continue for ten minutes is stuck", () => {
    const model = driver(["upgrade-required", "upgrade-done", "upgrade-required"]);
    model.apply({ do: "beginMarks" });
    const at = (seconds: number) => {
      model.tick(EPOCH_MS + 3_600_000 + seconds * 1000);
      model.takeChanges();
      return plainRecordOf(model);
    };
    expect(at(599)).toMatchObject({ concern: null, underWay: true });
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 3_600_000 + 600_000);
    const record = at(600);
    expect(record.concern).toMatchObject({
      detail: { kind: "upgradeIdle", controller: "gpu-operator", count: 2 },
      nodes: ["n1", "n3"],
      stuck: true,
    });
    expect(verdictWordOf(record)).toBe("stuck");
    model.apply(putNode(aNode("n1", labelled("drain-required"))));
    expect(at(601).concern, "a node in the middle of its upgrade").toBeNull();
    model.apply(putNode(aNode("n1", labelled("reticulating"))));
    expect(at(602).concern, "an unknown state").toBeNull();
  });

  it("R31 a completed upgrade is healthy", () => {
    const record = plainRecordOf(driver(["upgrade-done", "upgrade-done"]));
    expect(record).toMatchObject({ concern: null, underWay: false });
  });

  it("R31 knows the marks of each controller", () => {
    const driven = (parts: DaemonSetParts) => controllerOf(aDaemonSet("a", { strategy: { type: "OnDelete" }, ...parts }))?.controller;
    expect(driven({ labels: { app: "nvidia-driver-daemonset-415.92" } })).toBe("gpu-operator");
    expect(driven({ labels: { app: "nvidia-driver-daemonsets" } })).toBeUndefined();
    expect(driven({ labels: { "app.kubernetes.io/component": "nvidia-driver" } })).toBe("gpu-operator");
    expect(driven({ labels: { "nvidia.com/ofed-driver": "" } })).toBe("network-operator");
    expect(driven({ annotations: { "rollouts.kruise.io/daemonset-original-update-strategy": "RollingUpdate" } })).toBe("kruise-rollouts");
    expect(driven({ labels: { app: "nvidia-driver-daemonset" }, strategy: { type: "RollingUpdate" } })).toBeUndefined();
  });

  it("R31 counts a Kruise rollout by its partition", () => {
    const kruise = (control: string): DaemonSetParts => ({
      annotations: { "rollouts.kruise.io/daemonset-advanced-control": control },
      strategy: { type: "OnDelete" },
    });
    const states = ["upgrade-done", undefined, undefined, undefined];
    expect(progressOf(driver(states, kruise("partition=2,batch-revision=hash-2")))).toBe("kruise-rollouts: 1 upgraded, 1 required, 2 held");
    expect(progressOf(driver(states, kruise("batch-revision=hash-2")))).toBe("kruise-rollouts: 1 upgraded, 3 unknown");
    const key = "rollouts.kruise.io/daemonset-advanced-control";
    expect(["partition=07", "a=1;partition=3", "partition=2%", "xpartition=2"].map((text) => partitionOf({ [key]: text }))).toEqual([
      7,
      3,
      undefined,
      undefined,
    ]);
  });

  it("R31 M1 a change of the label of one node renews the record", () => {
    const model = driver(["upgrade-required", "upgrade-required"]);
    model.apply(putNode(aNode("n2", labelled("drain-required"))));
    model.takeChanges();
    expect(progressOf(model)).toBe("gpu-operator: 1 draining, 1 required");
    model.apply({ do: "drop", kind: "nodes", key: "n2" });
    model.takeChanges();
    expect(progressOf(model)).toBe("gpu-operator: 1 required");
  });

  it("R31 M1 M4 any history of labels ends as its last objects, also after a save", () => {
    const state = fc.constantFrom(undefined, "", "upgrade-required", "drain-required", "upgrade-done", "upgrade-failed", "odd");
    const change = fc.record({ node: fc.integer({ min: 1, max: 4 }), state, isGone: fc.boolean(), isMarked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.nat(11), (changes, savedAt) => {
        let model = driver(["upgrade-required", undefined, "odd", "upgrade-done"]);
        const last = new Map<number, string | undefined>([
          [1, "upgrade-required"],
          [2, undefined],
          [3, "odd"],
          [4, "upgrade-done"],
        ]);
        let isMarked = true;
        changes.forEach((each, at) => {
          if (each.isGone) model.apply({ do: "drop", kind: "nodes", key: `n${each.node}` });
          else model.apply(putNode(aNode(`n${each.node}`, labelled(each.state))));
          if (each.isGone) last.delete(each.node);
          else last.set(each.node, each.state);
          isMarked = each.isMarked;
          model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...DRIVER, ...(isMarked ? {} : { labels: {} }) })));
          model.takeChanges();
          if (at === savedAt) model = new ClusterModel({ nowMs: 0, saved: structuredClone(model.save()) });
        });
        const counted = new Map<string, number>();
        for (const [node, value = ""] of last) {
          const isOld = node !== 4;
          const key = value === "upgrade-done" && isOld ? "notProcessed" : value;
          counted.set(key, (counted.get(key) ?? 0) + 1);
        }
        const { managedBy } = plainRecordOf(model);
        if (!isMarked || [...last.values()].every((value = "") => value === "")) {
          expect(managedBy).toBeUndefined();
          return;
        }
        const countOf = (phase: string) => managedBy?.phases.find((each) => each.phase === phase)?.count ?? 0;
        expect(countOf("required")).toBe(counted.get("upgrade-required") ?? 0);
        expect(countOf("draining")).toBe(counted.get("drain-required") ?? 0);
        expect(countOf("upgraded")).toBe(counted.get("upgrade-done") ?? 0);
        expect(countOf("failed")).toBe(counted.get("upgrade-failed") ?? 0);
        expect(countOf("unknown")).toBe(counted.get("odd") ?? 0);
        expect(countOf("notProcessed")).toBe((counted.get("notProcessed") ?? 0) + (counted.get("") ?? 0));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});
