import type { DaemonSetUpdateStrategy, KubeDaemonSet } from "@daemonscope/kube/objects";
import { expect, it } from "vitest";
import { putDaemonSet, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aRevision, EPOCH_MS } from "../model/objects.fixture.ts";

const OWNER = { kind: "operator", name: "Agent agent", manager: "agent-operator" };
const rolling = (maxUnavailable: number): DaemonSetUpdateStrategy => ({
  type: "RollingUpdate",
  rollingUpdate: { maxUnavailable, maxSurge: 0 },
});

/** A DaemonSet of an operator whose strategy `manager` set last. */
function withStrategy(generation: number, strategy: DaemonSetUpdateStrategy, manager: string | undefined): KubeDaemonSet {
  const daemonSet = aDaemonSet("a", { generation, templateHash: "template-1" });
  const ownerReferences = [{ apiVersion: "v1", kind: "Agent", name: "agent", uid: "agent", controller: true }];
  return {
    ...daemonSet,
    metadata: { ...daemonSet.metadata, ownerReferences },
    spec: { ...daemonSet.spec, updateStrategy: strategy },
    ownerManager: "agent-operator",
    ...(manager === undefined ? {} : { strategyManager: manager }),
  };
}

type Step = readonly [strategy: DaemonSetUpdateStrategy, manager: string | undefined];

/** Plays changes of the strategy, one a minute, and returns the model. */
function played(...steps: readonly Step[]): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  model.apply(putDaemonSet(withStrategy(1, rolling(1), "agent-operator")));
  model.apply(putRevision(aRevision("a", 1)));
  model.takeChanges();
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  for (const [at, [strategy, manager]] of steps.entries()) {
    model.tick(EPOCH_MS + (at + 1) * 60_000);
    model.apply(putDaemonSet(withStrategy(at + 2, strategy, manager)));
    if (at < steps.length - 1) model.takeChanges();
  }
  return model;
}

const EDIT: Step = [rolling(3), "kubectl-edit"];
const REVERT: Step = [rolling(1), "agent-operator"];
const AT_MS = EPOCH_MS + 120_000;

it("R33 the owner that returns to the update strategy before an edit reverted it", () => {
  const model = played(EDIT, REVERT);
  const { marks } = model.takeChanges();
  expect(marks).toMatchObject([{ kind: "specChanged", generation: 3, reversal: { owner: OWNER, atMs: AT_MS } }]);
  expect(model.reading.daemonSetRecord("default/a")?.strategyReverted).toEqual({ owner: OWNER, atMs: AT_MS });
});

it.each<readonly [string, readonly Step[]]>([
  ["a user who undoes the edit", [EDIT, [rolling(1), "kubectl-edit"]]],
  ["an owner that sets another strategy", [EDIT, [rolling(2), "agent-operator"]]],
  ["an owner that undoes a change of itself", [[rolling(3), "agent-operator"], REVERT]],
  ["an edit by an unknown manager", [[rolling(3), undefined], REVERT]],
  ["a reversal by an unknown manager", [EDIT, [rolling(1), undefined]]],
  ["a later change", [EDIT, REVERT, EDIT]],
  ["the edit alone", [EDIT]],
])("R33 no update strategy is reverted: %s", (_what, steps) => {
  const model = played(...steps);
  const { marks } = model.takeChanges();
  expect(marks.some((mark) => mark.kind === "specChanged" && mark.reversal !== undefined)).toBe(false);
  expect(model.reading.daemonSetRecord("default/a")?.strategyReverted).toBeUndefined();
});

it("R33 a later revision ends the reversal of the strategy, and a change of another field does not", () => {
  const model = played(EDIT, REVERT);
  model.takeChanges();
  model.tick(AT_MS + 60_000);
  model.apply(putDaemonSet(withStrategy(4, rolling(1), "agent-operator")));
  const { marks } = model.takeChanges();
  expect(marks).not.toMatchObject([{ reversal: {} }]);
  expect(model.reading.daemonSetRecord("default/a")?.strategyReverted).toBeDefined();
  const restored = new ClusterModel({ nowMs: 0, saved: model.save() });
  expect(restored.reading.daemonSetRecord("default/a")?.strategyReverted).toBeDefined();
  model.tick(AT_MS + 120_000);
  model.apply(putDaemonSet({ ...withStrategy(5, rolling(1), "agent-operator"), templateHash: "template-2" }));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: AT_MS + 120_000 - EPOCH_MS })));
  model.takeChanges();
  expect(model.reading.daemonSetRecord("default/a")?.strategyReverted).toBeUndefined();
});
