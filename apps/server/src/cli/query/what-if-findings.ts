import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { CountsPreview, DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { plural } from "@daemonscope/words/english/plural";
import { ghostLine, lostLine } from "@daemonscope/words/english/what-if-text";
import { changedDaemonSetKey } from "../../actions/preview/what-if-answer.ts";
import { FAIL_REASONS, type FailReason } from "../flags/fail-reasons.ts";
import { EXIT_AGENTS_LOST, EXIT_MANIFEST_REFUSED, EXIT_MISSCHEDULED, EXIT_NO_NODES, EXIT_NO_ROOM } from "../terminal/exit-codes.ts";

/** A reason to fail that an answer gives for one DaemonSet. */
export interface Finding {
  readonly reason: Exclude<FailReason, "refused">;
  readonly key: DaemonSetKey;
  readonly text: string;
}

const CODES: Readonly<Record<FailReason, number>> = {
  refused: EXIT_MANIFEST_REFUSED,
  lost: EXIT_AGENTS_LOST,
  nowhere: EXIT_NO_NODES,
  noroom: EXIT_NO_ROOM,
  misscheduled: EXIT_MISSCHEDULED,
};

const NOWHERE = "no node would run it";

/** Returns the counts to compare with: those without the steps. */
export const countsWithout = ({ now, anyway }: DaemonSetPreview): CountsPreview => anyway?.counts ?? now;

function findingsOf(effect: DaemonSetPreview, isNamed: boolean): readonly Finding[] {
  const { key, life, lost, then, ghosts } = effect;
  if (life === "goes") return lost === 0 ? [] : [{ reason: "lost", key, text: lostLine(effect) }];
  const without = countsWithout(effect);
  // A DaemonSet that already runs nowhere fails only if a step is about it.
  const isNowhere = then.desired === 0 && (isNamed || without.desired > 0);
  const more = then.misscheduled - without.misscheduled;
  return [
    ...(lost === 0 ? [] : [{ reason: "lost", key, text: lostLine(effect) } as const]),
    ...(isNowhere ? [{ reason: "nowhere", key, text: NOWHERE } as const] : []),
    ...ghosts.filter(({ ghost }) => ghost === "unfit").map((group) => ({ reason: "noroom", key, text: ghostLine(group) }) as const),
    ...(more > 0 ? [{ reason: "misscheduled", key, text: `${plural(more, "pod")} would become misscheduled` } as const] : []),
  ];
}

/**
 * Returns the reasons to fail, by DaemonSet in the order of the effects. A DaemonSet that a step names counts as
 * nowhere even if the step changes nothing.
 */
export function whatIfFindings(effects: readonly DaemonSetPreview[], steps: readonly Step[], reading: ClusterReading): readonly Finding[] {
  const named = new Set(steps.flatMap((step) => changedDaemonSetKey(step) ?? []));
  const affected = new Set(effects.map(({ key }) => key));
  const unchanged = [...named].filter((key) => {
    const record = affected.has(key) ? undefined : reading.daemonSetRecord(key);
    return record !== undefined && (record.derived ?? record.reported).desiredNumberScheduled === 0;
  });
  return [
    ...effects.flatMap((effect) => findingsOf(effect, named.has(effect.key))),
    ...unchanged.map((key) => ({ reason: "nowhere", key, text: NOWHERE }) as const),
  ];
}

/** Returns the exit code of the first reason, in the order of FAIL_REASONS, that was found and is a failure; else 0. */
export function failureCode(found: ReadonlySet<FailReason>, failOn: ReadonlySet<FailReason>): number {
  const first = FAIL_REASONS.find((reason) => found.has(reason) && failOn.has(reason));
  return first === undefined ? 0 : CODES[first];
}
