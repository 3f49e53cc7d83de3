import { expect, it } from "vitest";
import type { BrokenNodes, ConcernDetail } from "../records/concern-detail.ts";
import type { Concern } from "../records/rollout.ts";
import { causeOfConcern } from "./concern-cause.ts";

const concern = (detail: ConcernDetail): Concern => ({ kind: "failing", detail, sinceMs: undefined, nodes: [], stuck: false });
const oom = { cause: { kind: "oomKilled", reason: "OOMKilled", container: "agent" }, count: 2, detail: { exitCode: 137 } } as const;
const broken: BrokenNodes = { kind: "broken", count: 3, reached: 4, isHalted: true, sickBefore: 0, sickWithout: 0 };
const loop = { node: "n1", cause: { kind: "diskPressure", reason: "Evicted" }, count: 4 } as const;

it.each<[string, ConcernDetail, object | undefined]>([
  ["held slots", { kind: "held", ...oom }, oom],
  ["held slots with a loop behind", { kind: "held", ...oom, behind: { kind: "loop", ...loop } }, oom],
  ["nodes that the revision breaks", { kind: "held", ...oom, behind: broken }, { count: 3, cause: { kind: "revisionBreaksNodes" } }],
  ["failing pods", { kind: "failing", ...oom }, oom],
  ["nodes without an available pod", { kind: "unavailable", count: 5, causes: [oom], more: 2 }, oom],
  ["loops", { kind: "loops", nodes: 2, longest: loop }, { count: 2, cause: loop.cause }],
  ["a broken revision", broken, { count: 3, cause: { kind: "revisionBreaksNodes" } }],
  ["an impossible surge", { kind: "surgeFails", ports: [80, 81] }, { cause: { kind: "surgePortClash", subject: "80, 81" } }],
  ["NotReady nodes", { kind: "nodesUnready", count: 2 }, { count: 2, cause: { kind: "nodeNotReady" } }],
  [
    "misscheduled pods",
    { kind: "misscheduled", count: 1, taint: "a:NoExecute" },
    { cause: { kind: "misscheduled", subject: "a:NoExecute" } },
  ],
  ["old pods", { kind: "outdated", count: 1 }, { cause: { kind: "waitsForDeletion" } }],
  ["a deletion", { kind: "beingDeleted", count: 1 }, { cause: { kind: "terminating" } }],
  [
    "a finalizer",
    { kind: "beingDeleted", count: 1, pod: "p", finalizer: "x/hold" },
    { cause: { kind: "podFinalizer", subject: "x/hold" } },
  ],
  ["an idle controller", { kind: "idle", free: 1, allowed: 2 }, { cause: { kind: "controllerBehind" } }],
  ["a forgotten node", { kind: "passedOver", count: 1 }, { count: 1, cause: { kind: "controllerForgot" } }],
  [
    "an upgrade that stopped",
    { kind: "upgradeIdle", controller: "gpu-operator", count: 2 },
    { count: 2, cause: { kind: "upgradeIdle", subject: "gpu-operator" } },
  ],
  ["lost nodes", { kind: "dropped", before: 9, desired: 4, count: 5, what: { kind: "taint", taint: "a" }, whatCount: 5 }, undefined],
])("K1 the concern about %s has a cause of the table", (_name, detail, cause) => {
  const found = causeOfConcern(concern(detail));
  if (cause === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(cause);
});

it("K1 a stall with a loop states one number of failures: that of the loop", () => {
  const held = { kind: "held", ...oom, detail: { ...oom.detail, count: 3, atLeast: true } } as const;
  const found = causeOfConcern(concern({ ...held, behind: { kind: "loop", ...loop } }));
  expect(found).toEqual({ count: 2, cause: oom.cause, detail: { exitCode: 137 } });
});

it("K1 no concern has no cause", () => {
  expect(causeOfConcern(null)).toBeUndefined();
});
