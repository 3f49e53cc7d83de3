import type { Condition } from "@daemonscope/kube/objects";
import type { EndedRun, LifeContainer, PodDetail } from "./pod-detail.ts";

/** Noon, and seconds after it. */
export const NOON_MS = Date.UTC(2026, 8, 1, 12);
export const at = (seconds: number): number => NOON_MS + seconds * 1000;

export const condition = (type: string, status: string, seconds: number, more: Partial<Condition> = {}): Condition => ({
  type,
  status,
  lastTransitionTime: new Date(at(seconds)).toISOString(),
  ...more,
});

export const ended = (from: number, to: number, exitCode = 1, reason = exitCode === 0 ? "Completed" : "Error"): EndedRun => ({
  reason,
  exitCode,
  startedAtMs: at(from),
  finishedAtMs: at(to),
  message: undefined,
});

export function lifeContainer(parts: Partial<LifeContainer> = {}): LifeContainer {
  return {
    name: "agent",
    kind: "container",
    image: "agent:1",
    ready: false,
    restarts: 0,
    now: { kind: "running", startedAtMs: at(3) },
    before: undefined,
    requests: {},
    limits: {},
    probes: [],
    ...parts,
  };
}

/** A pod that was created at noon and bound at once. */
export function podDetail(parts: Partial<PodDetail> = {}): PodDetail {
  return {
    uid: "u",
    namespace: "logging",
    name: "agent-abcde",
    node: "n1",
    pinnedTo: undefined,
    createdAtMs: at(0),
    takenUpAtMs: at(1),
    deletingSinceMs: undefined,
    goneByMs: undefined,
    phase: "Running",
    hasStatus: true,
    conditions: [condition("PodScheduled", "True", 0)],
    containers: [lifeContainer()],
    owner: { kind: "DaemonSet", name: "agent", uid: "d" },
    isStatic: false,
    hash: "h1",
    templateGeneration: "1",
    qosClass: "Burstable",
    priority: 0,
    priorityClass: undefined,
    ips: [],
    hostNetwork: false,
    hostPorts: [],
    hostPaths: [],
    trouble: undefined,
    message: undefined,
    lastExit: undefined,
    failing: false,
    step: undefined,
    ...parts,
  };
}

/** A container between two crashes, as the kubelet reports it. */
export const backingOff = (pause: string, restarts: number, run: EndedRun): Partial<LifeContainer> => ({
  restarts,
  before: run,
  now: {
    kind: "waiting",
    reason: "CrashLoopBackOff",
    message: `back-off ${pause} restarting failed container=agent pod=agent-abcde_logging(u)`,
  },
});
