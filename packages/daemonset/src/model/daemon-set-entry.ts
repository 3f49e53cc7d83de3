import { effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import type { KubeControllerRevision, KubeDaemonSet, Toleration } from "@daemonscope/kube/objects";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import type { CellByte } from "../cell/cell.ts";
import type { Verdict } from "../placement/placement.ts";
import { currentRevision, hashOfRevision } from "../revisions/revisions-of.ts";
import type { SetFacts } from "./pair.ts";
import type { DaemonSetKey, DaemonSetRecord } from "./records.ts";

/** A DaemonSet in the model, changed in place by ClusterModel only. */
export interface DaemonSetEntry {
  readonly key: DaemonSetKey;
  object: KubeDaemonSet;
  tolerations: readonly Toleration[];
  facts: SetFacts;
  current: KubeControllerRevision | undefined;
  readonly verdicts: Map<string, Verdict>;
  readonly cells: Map<string, CellByte>;
  /** Nodes whose cell must be computed again. */
  readonly dirtyNodes: Set<string>;
  /** Nodes whose cell changes with time alone, and when. */
  readonly waiting: Map<string, number>;
  recordDirty: boolean;
  /** When time alone changes the record. */
  recordLookAtMs: number | undefined;
  record: DaemonSetRecord | undefined;
  recordText: string;
}

export function daemonSetKey(daemonSet: KubeDaemonSet): DaemonSetKey {
  return `${daemonSet.metadata.namespace}/${daemonSet.metadata.name}`;
}

/** The legacy counter in the annotation; undefined when it is absent or no number, and then it never matches. */
export function templateGenerationOf(daemonSet: KubeDaemonSet): number | undefined {
  const text = daemonSet.metadata.annotations?.[ANNOTATIONS.templateGeneration];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function setFactsOf(
  daemonSet: KubeDaemonSet,
  revisions: readonly KubeControllerRevision[],
): { readonly facts: SetFacts; readonly current: KubeControllerRevision | undefined } {
  const current = currentRevision(revisions, daemonSet.templateHash);
  const facts = {
    minReadySeconds: daemonSet.spec.minReadySeconds,
    currentHash: current === undefined ? undefined : hashOfRevision(current),
    templateGeneration: templateGenerationOf(daemonSet),
  };
  return { facts, current };
}

export function newEntry(daemonSet: KubeDaemonSet, revisions: readonly KubeControllerRevision[]): DaemonSetEntry {
  const { template } = daemonSet.spec;
  return {
    key: daemonSetKey(daemonSet),
    object: daemonSet,
    tolerations: effectiveTolerations(template.tolerations, template.hostNetwork),
    ...setFactsOf(daemonSet, revisions),
    verdicts: new Map(),
    cells: new Map(),
    dirtyNodes: new Set(),
    waiting: new Map(),
    recordDirty: true,
    recordLookAtMs: undefined,
    record: undefined,
    recordText: "",
  };
}
