import { CAUSE_KINDS } from "@daemonscope/daemonset/causes/causes";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { ConcernDetail, StallCause } from "@daemonscope/daemonset/records/concern-detail";
import type { LagCause } from "@daemonscope/daemonset/records/lag-cause";
import type { NoMatchReason } from "@daemonscope/daemonset/records/no-match-reason";

/** Values of each variant, by its kind. The compiler reports missing kinds. */
type EachKind<Union extends { readonly kind: string }> = {
  readonly [Kind in Union["kind"]]: readonly Extract<Union, { readonly kind: Kind }>[] | readonly Union[];
};

/** One cause of each kind, with all that its words may name. */
export const CAUSE_FACTS: readonly CauseFact[] = [
  ...CAUSE_KINDS.map(
    (kind): CauseFact => ({
      kind,
      reason: "Reason",
      subject: "registry.example:5000/logs/agent:2",
      container: "agent",
      holder: "infra/agent",
    }),
  ),
  { kind: "portEnding", reason: "Reason", subject: "9100", holder: "infra/agent", holderIsDeleted: true },
  { kind: "imageFailed", reason: "ImagePullBackOff" },
  { kind: "imageNotFound", reason: "ErrImagePull", subject: "registry.example:5000/logs/agent@sha256:0123456789abcdef0123" },
];

export const LAGS: EachKind<LagCause> = {
  notObserved: [{ kind: "notObserved", generation: 12_345, observedGeneration: 12_344 }],
  comparesNumbers: [true, false].map((isGateOn) => ({ kind: "comparesNumbers", isGateOn })),
  nodeDeleted: [{ kind: "nodeDeleted" }],
  nodeNotReady: [{ kind: "nodeNotReady" }],
  tainted: [{ kind: "tainted" }],
  nodeLeft: [{ kind: "nodeLeft" }],
  minReady: [{ kind: "minReady", minReadySeconds: 30 }],
  notWritten: [{ kind: "notWritten" }],
};

export const NO_MATCH_REASONS: EachKind<NoMatchReason> = {
  noNodes: [{ kind: "noNodes" }],
  name: [{ kind: "name", check: "gpu-01" }],
  label: [{ kind: "label", check: "disk=ssd" }],
  together: [{ kind: "together" }],
  taint: [1, 12].map((nodes) => ({ kind: "taint", check: "dedicated=db:NoSchedule", nodes })),
};

const cause: CauseFact = { kind: "starting" };
const BROKEN = [undefined, "monitoring/node-exporter"].flatMap((rival) =>
  [0, 1, 2].flatMap((sickBefore) =>
    [0, 1, 2].map(
      (sickWithout) =>
        ({
          kind: "broken",
          isHalted: sickBefore === 1,
          count: 2,
          reached: 3,
          sickBefore,
          sickWithout,
          ...(rival === undefined ? {} : { rival }),
        }) as const,
    ),
  ),
);
const clashes = <Kind extends string>(kind: Kind) => [[9100], [9100, 10_250]].map((ports) => ({ kind, ports }));
const longest = { node: "n1", cause: { kind: "outOf", reason: "OutOfcpu" }, count: 7 } as const;

const BEHIND: EachKind<StallCause> = {
  broken: BROKEN,
  surgeFails: clashes("surgeFails"),
  surgeWillFail: clashes("surgeWillFail"),
  loop: [
    { kind: "loop", ...longest },
    { kind: "loop", ...longest, atLeast: true, nextTryAtMs: 86_399_000 },
  ],
};

const NO_FREE_PORT = { kind: "portHeld", reason: "node(s) didn't have free ports for the requested pod ports" } as const;
const HELD = { kind: "held", count: 2, cause } as const;

export const CONCERNS: EachKind<ConcernDetail> = {
  held: [
    HELD,
    { ...HELD, count: 1 },
    { ...HELD, cause: { kind: "nodeNotReady" } },
    { ...HELD, cause: { kind: "imageFailed", reason: "ImagePullBackOff", subject: "quay.io/logs/agent:2" } },
    { ...HELD, cause: NO_FREE_PORT },
    ...Object.values(BEHIND)
      .flat()
      .map((behind) => ({ ...HELD, behind })),
  ],
  notObserved: [{ kind: "notObserved", generation: 2000, observedGeneration: 1 }],
  passedOver: [1, 2].map((count) => ({ kind: "passedOver", count })),
  idle: [0, 1, 2].map((allowed) => ({ kind: "idle", free: 1, allowed })),
  broken: BROKEN,
  surgeFails: clashes("surgeFails"),
  surgeWillFail: clashes("surgeWillFail"),
  loops: [
    { kind: "loops", nodes: 1, longest },
    { kind: "loops", nodes: 2, longest: { ...longest, atLeast: true } },
  ],
  dropped: [
    { kind: "dropped", before: 10, desired: 4, count: 6, what: { kind: "labels", keys: ["disk"] }, whatCount: 6 },
    { kind: "dropped", before: 10, desired: 4, count: 5, what: { kind: "labels", keys: ["disk", "zone"] }, whatCount: 4 },
    { kind: "dropped", before: 10, desired: 4, count: 1, what: { kind: "taint", taint: "dedicated=db:NoExecute" }, whatCount: 1 },
  ],
  failing: [1, 2].map((count) => ({ kind: "failing", count, cause })),
  unavailable: [
    { kind: "unavailable", count: 1, causes: [{ count: 1, cause }], more: 0 },
    {
      kind: "unavailable",
      count: 5,
      causes: [
        { count: 4, cause },
        { count: 1, cause: { kind: "noPod" } },
      ],
      more: 2,
    },
  ],
  outdated: [1, 2].flatMap((count) => [
    { kind: "outdated", count },
    { kind: "outdated", count, driver: { name: "Agent agent", isCertain: false } },
    { kind: "outdated", count, driver: { name: "ServiceAccount ops/roller", isCertain: true } },
  ]),
  misscheduled: [1, 2].flatMap((count) => [
    { kind: "misscheduled", count },
    { kind: "misscheduled", count, taint: "dedicated=db:NoSchedule" },
    { kind: "misscheduled", count, unready: { count, node: "spot-07" } },
  ]),
  upgradeFailed: [1, 2].map((count) => ({ kind: "upgradeFailed", controller: "gpu-operator", count })),
  upgradeIdle: [1, 2].map((count) => ({ kind: "upgradeIdle", controller: "gpu-operator", count })),
  pauseLeft: [1, 2].map((count) => ({ kind: "pauseLeft", controller: "gpu-operator", count })),
  nodesUnready: [1, 2].map((count) => ({ kind: "nodesUnready", count })),
  beingDeleted: [
    { kind: "beingDeleted", count: 0 },
    { kind: "beingDeleted", count: 2 },
    { kind: "beingDeleted", count: 2, uncollected: true },
    { kind: "beingDeleted", count: 1, pod: "agent-x7f", finalizer: "example.com/hold" },
    { kind: "beingDeleted", count: 3, pod: "agent-x7f", finalizer: "example.com/hold" },
    { kind: "beingDeleted", count: 0, finalizer: "example.com/hold" },
  ],
};
