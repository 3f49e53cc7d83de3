import type { DaemonSetRecord } from "../records/records.ts";

export const revision = (number: number, nodes: number | null, current = false) => ({
  hash: `h${number}`,
  revision: number,
  createdAtMs: 0,
  current,
  nodes,
});
export const held = (reason: string, count: number) => ({ reason, cause: { kind: "starting" }, count, nodes: [], sinceMs: 0 });
/** A rollout that has used its whole budget. */
export const record = (parts: object): DaemonSetRecord =>
  ({
    namespace: "logging",
    name: "fluent-bit",
    strategy: "RollingUpdate",
    underWay: true,
    revisions: [revision(2, 3, true), revision(1, 9)],
    concern: null,
    causes: [],
    placement: { nodeSelector: {}, tolerations: [], hostNetwork: false },
    containers: [],
    reported: { desiredNumberScheduled: 12 },
    derived: { desiredNumberScheduled: 12, numberUnavailable: 3 },
    budget: { kind: "maxUnavailable", spec: "25%", allowed: 3, used: 3, holders: [held("newUnavailable", 3)] },
    ...parts,
  }) as unknown as DaemonSetRecord;
