import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { clashingPorts, type HostPort } from "../capacity/host-ports.ts";
import type { CauseDetail, CauseFact } from "../records/cause-fact.ts";

/** A pod of another DaemonSet that is being deleted and still has its host ports. */
export interface EndingHolder {
  /** `namespace/name`. */
  readonly daemonSet: string;
  readonly isDeleted: boolean;
  readonly ports: readonly HostPort[];
  /** The end of its grace period. */
  readonly goneByMs: number | undefined;
}

/** Returns which wanted host ports are held by pods that are being deleted; undefined if none are. Names the first
 *  DaemonSet of them. */
export function endingHolderOf(
  wanted: readonly HostPort[] = [],
  holders: readonly EndingHolder[] = [],
): { readonly cause: Omit<CauseFact, "reason">; readonly detail: CauseDetail } | undefined {
  const clashing = holders.flatMap((holder) => {
    const ports = clashingPorts(wanted, holder.ports);
    return ports.length === 0 ? [] : [{ holder, ports }];
  });
  const [first, ...others] = clashing.sort((a, b) => compareTexts(a.holder.daemonSet, b.holder.daemonSet));
  if (first === undefined) return undefined;
  const { daemonSet, isDeleted } = first.holder;
  const ends = [first, ...others].flatMap(({ holder }) => holder.goneByMs ?? []);
  return {
    cause: {
      kind: "portEnding",
      subject: first.ports.join(", "),
      holder: daemonSet,
      ...(isDeleted ? { holderIsDeleted: true } : {}),
    },
    detail: ends.length === 0 ? {} : { endsAtMs: Math.max(...ends) },
  };
}
