import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { RolloutProblem, RolloutSpan } from "@daemonscope/shared/http/rollouts";

/** Returns the rollouts of a DaemonSet up to `atMs`, oldest first, from its timeline events. Each lasts from its
 *  new revision until kubectl's `rollout status` would end, until the next revision, or until `atMs`. */
export function rolloutSpans(timelineEvents: readonly TimelineEvent[], atMs: number): readonly RolloutSpan[] {
  const marks = timelineEvents.filter((each) => each.atMs <= atMs);
  const starts = marks.filter((each) => each.kind === "rolloutStarted");
  return starts.map(({ hash, atMs: startedAtMs }, at) => {
    const nextMs = starts[at + 1]?.atMs;
    const finish = marks.find(
      (each) =>
        each.kind === "rolloutFinished" && each.hash === hash && each.atMs >= startedAtMs && (nextMs === undefined || each.atMs <= nextMs),
    );
    if (finish !== undefined) return { hash, startedAtMs, endedAtMs: finish.atMs, ending: "finished" };
    if (nextMs !== undefined) return { hash, startedAtMs, endedAtMs: nextMs, ending: "replaced" };
    return { hash, startedAtMs, endedAtMs: atMs, ending: "underWay" };
  });
}

/** Returns the problems of a DaemonSet during a rollout, from its timeline events. */
export function rolloutProblems(
  timelineEvents: readonly TimelineEvent[],
  { startedAtMs, endedAtMs }: Pick<RolloutSpan, "startedAtMs" | "endedAtMs">,
): readonly RolloutProblem[] {
  return timelineEvents.flatMap((each, at) => {
    if (each.kind !== "concernBegan" || each.atMs < startedAtMs || each.atMs >= endedAtMs) return [];
    const end = timelineEvents.slice(at + 1).find((later) => later.kind === "concernEnded" || later.kind === "concernBegan");
    const toMs = end === undefined || end.atMs > endedAtMs ? undefined : end.atMs;
    return [{ fromMs: each.atMs, toMs, detail: each.detail }];
  });
}
