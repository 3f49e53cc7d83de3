import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { expect, it } from "vitest";
import { putDaemonSet, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aRevision, EPOCH_MS } from "./objects.fixture.ts";

const OWNER = { kind: "operator", name: "Agent agent", manager: "agent-operator" };

/** Returns a DaemonSet of an operator with a template that `manager` set at `atMs`. */
const withTemplate = (templateHash: string, generation: number, manager: string, atMs: number): KubeDaemonSet => {
  const daemonSet = aDaemonSet("a", { templateHash, generation });
  const ownerReferences = [{ apiVersion: "v1", kind: "Agent", name: "agent", uid: "agent", controller: true }];
  return {
    ...daemonSet,
    metadata: { ...daemonSet.metadata, ownerReferences },
    ownerManager: "agent-operator",
    templateManager: { manager, atMs: EPOCH_MS + atMs },
  };
};
const renumbered = (revision: number, atMs: number): KubeControllerRevision => ({
  ...aRevision("a", 1),
  revision,
  writtenAtMs: EPOCH_MS + atMs,
});
const revisionsOf = (model: ClusterModel) => {
  model.takeChanges();
  return model.reading.daemonSetRecord("default/a")?.revisions ?? [];
};

it("R33 an earlier revision has the author and the time of its return, and the revision that it ended", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  model.apply(putDaemonSet(withTemplate("template-1", 1, "agent-operator", 0)));
  model.apply(putRevision(aRevision("a", 1)));
  revisionsOf(model);
  model.apply({ do: "beginMarks" });
  revisionsOf(model);
  model.tick(EPOCH_MS + 60_000);
  model.apply(putDaemonSet(withTemplate("template-2", 2, "kubectl-set", 60_000)));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: 60_000 })));
  revisionsOf(model);
  model.tick(EPOCH_MS + 90_000);
  model.apply(putDaemonSet(withTemplate("template-1", 3, "agent-operator", 90_000)));
  const started = model.takeChanges().marks.filter(({ kind }) => kind === "rolloutStarted");
  expect(started).toMatchObject([{ reversal: { owner: OWNER, revision: 2 } }]);
  model.apply(putRevision(renumbered(3, 90_000)));
  expect(revisionsOf(model).map(({ revision, start }) => [revision, start])).toEqual([
    [3, undefined],
    [2, { changedBy: "kubectl-set" }],
  ]);
  model.tick(EPOCH_MS + 120_000);
  model.apply(putDaemonSet(withTemplate("template-3", 4, "kubectl-rollout", 120_000)));
  model.apply(putRevision({ ...aRevision("a", 4, { createdAtMs: 120_000, templateHash: "template-3" }), restartOf: "template-1" }));
  expect(revisionsOf(model).map(({ revision, start, isRestart }) => [revision, start, isRestart])).toEqual([
    [4, undefined, true],
    [3, { returnedAtMs: EPOCH_MS + 90_000, changedBy: "agent-operator", reversal: { owner: OWNER, revision: 2 } }, undefined],
    [2, { changedBy: "kubectl-set" }, undefined],
  ]);
});

it("R33 a return that was not seen has the time of its number", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 600_000 });
  model.apply(putDaemonSet(withTemplate("template-1", 3, "agent-operator", 90_000)));
  for (const revision of [renumbered(3, 90_000), aRevision("a", 2, { createdAtMs: 60_000 })]) model.apply(putRevision(revision));
  revisionsOf(model);
  const record = model.reading.daemonSetRecord("default/a");
  expect([record?.revisionSinceMs, record?.changedBy]).toEqual([EPOCH_MS + 90_000, "agent-operator"]);
  model.apply(putDaemonSet(withTemplate("template-4", 4, "kubectl-set", 120_000)));
  model.apply(putRevision(aRevision("a", 4, { createdAtMs: 120_000 })));
  expect(revisionsOf(model)[1]).toMatchObject({ revision: 3, start: { returnedAtMs: EPOCH_MS + 90_000 } });
});
