import { type NodeSign, type SignStage, signOfFact, signOfTaint, signsOfLabels } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import { TAINTS } from "@daemonscope/kube/well-known";
import { wasNeverReady } from "./never-ready.ts";
import type { NodeRecord } from "./records.ts";

/** A sign of the table on a node. */
export interface FoundSign {
  /** The key on the node: of the taint, label, condition or field. */
  readonly key: string;
  readonly sign: NodeSign;
  /** Another fact of the node that cannot be together with the sign: a label with its value, or `Ready`. */
  readonly contradictedBy?: string;
}

/** The part of its life in which a node is (rule N1).
 *  `joining`: it has a startup taint, or was never Ready. `notReady`: also while it is Ready and has the taint still.
 *  `leaving`: it is being removed; `isCandidate`: that has not begun. `silent`: its kubelet does not respond.
 *  `unknown`: its signs contradict each other. */
export type NodeLifecycle =
  | { readonly kind: "ready" | "cordoned" | "notReady" | "silent" | "gone" }
  | {
      readonly kind: "joining" | "draining" | "drained" | "shuttingDown" | "unknown";
      readonly signs: readonly FoundSign[];
    }
  | { readonly kind: "leaving"; readonly signs: readonly FoundSign[]; readonly isCandidate?: true };

export type LifecycleKind = NodeLifecycle["kind"];

/** Fields of a node that decide. */
export type LifecycleNode = Pick<
  NodeRecord,
  "taints" | "labels" | "unschedulable" | "ready" | "readyReason" | "readySinceMs" | "createdAtMs" | "signs"
>;

export const READY_LIFECYCLE: NodeLifecycle = { kind: "ready" };
export const GONE_LIFECYCLE: NodeLifecycle = { kind: "gone" };
const SILENT: NodeLifecycle = { kind: "silent" };
const NOT_READY: NodeLifecycle = { kind: "notReady" };
const CORDONED: NodeLifecycle = { kind: "cordoned" };

function foundSigns({ taints, labels, unschedulable, signs }: LifecycleNode): readonly FoundSign[] {
  const found: FoundSign[] = [];
  const add = (key: string, sign: NodeSign | undefined): void => {
    if (sign !== undefined && sign.stage !== "condition" && !found.some((each) => each.key === key)) found.push({ key, sign });
  };
  for (const taint of taints) add(taint.key, signOfTaint(taint));
  for (const key of signs?.split(",") ?? []) add(key, signOfFact(key));
  // Only a cordoned node is drained.
  if (unschedulable) for (const sign of signsOfLabels(labels)) add(sign.key, sign);
  return found;
}

/** The node lifecycle controller removes the taint some time after the node became Ready. */
const isUnreadyTaint = ({ key }: Taint): boolean => key === TAINTS.notReady || key === TAINTS.unreachable;

/** Adds the fact that contradicts a sign, if the node has it. */
function withContradiction(found: FoundSign, { ready, labels }: LifecycleNode): FoundSign {
  const { excludes } = found.sign;
  if (excludes === undefined) return found;
  if (excludes === "ready") return ready === "True" ? { ...found, contradictedBy: "Ready" } : found;
  const [label, value] = excludes;
  return Object.hasOwn(labels, label) && labels[label] === value ? { ...found, contradictedBy: `${label}=${value}` } : found;
}

/** Returns the part of its life in which a node is; the only place that decides it (rule N1). Signs that contradict
 *  each other give `unknown`, never a guess. */
export function nodeLifecycle(node: LifecycleNode | undefined): NodeLifecycle {
  if (node === undefined) return GONE_LIFECYCLE;
  const { ready, unschedulable } = node;
  if (ready === "True" && !unschedulable && node.taints.length === 0 && node.signs === undefined) return READY_LIFECYCLE;
  const signs = foundSigns(node).map((each) => withContradiction(each, node));
  const of = (stage: SignStage): readonly FoundSign[] => signs.filter(({ sign }) => sign.stage === stage);
  if (signs.some(({ contradictedBy }) => contradictedBy !== undefined)) return { kind: "unknown", signs };
  const [leaving, shuttingDown, draining, drained, joining, candidate] = [
    of("leaving"),
    of("shuttingDown"),
    of("draining"),
    of("drained"),
    of("joining"),
    of("candidate"),
  ];
  // A node that never became Ready can be removed and shut down. It cannot be drained, and one drain has one state.
  if (leaving.length > 0) return { kind: "leaving", signs: leaving };
  if (shuttingDown.length > 0) return { kind: "shuttingDown", signs: shuttingDown };
  if (draining.length + drained.length > 0) {
    if ((draining.length > 0 && drained.length > 0) || joining.length > 0) return { kind: "unknown", signs };
    return draining.length > 0 ? { kind: "draining", signs: draining } : { kind: "drained", signs: drained };
  }
  const neverReady = wasNeverReady(node);
  if (neverReady === "unknown") return { kind: "unknown", signs };
  if (neverReady || (joining.length > 0 && ready !== "Unknown")) return { kind: "joining", signs: joining };
  if (ready === "Unknown") return SILENT;
  if (ready === "False" || node.taints.some(isUnreadyTaint)) return NOT_READY;
  if (candidate.length > 0) return { kind: "leaving", signs: candidate, isCandidate: true };
  return unschedulable ? CORDONED : READY_LIFECYCLE;
}

/** Reports whether a node is on its way out, so that its pods end and no agent is to blame. */
export const isEnding = (lifecycle: NodeLifecycle): boolean =>
  lifecycle.kind === "shuttingDown" || (lifecycle.kind === "leaving" && lifecycle.isCandidate !== true);

/** Returns the signs of a lifecycle; empty if it has none. */
export const signsOfLifecycle = (lifecycle: NodeLifecycle): readonly FoundSign[] => ("signs" in lifecycle ? lifecycle.signs : []);

/** Reports whether a taint is one of signs that contradict each other: then it is no reason to name. */
export const isUnclearTaint = (lifecycle: NodeLifecycle, { key }: Pick<Taint, "key">): boolean =>
  lifecycle.kind === "unknown" && lifecycle.signs.some((each) => each.key === key);

/** Reports whether a taint states that the node is on its way out, and no user can end that by removing the taint. */
export function isEndingTaint(taint: Pick<Taint, "key" | "value">): boolean {
  const sign = signOfTaint(taint);
  return sign !== undefined && (sign.stage === "leaving" || sign.stage === "shuttingDown") && sign.endsBy !== "user";
}
