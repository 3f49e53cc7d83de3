import type { Happening } from "@daemonscope/shared/http/history";
import type { RolloutSpan, RolloutTrouble } from "@daemonscope/shared/http/rollouts";

/** The rollouts of a DaemonSet, oldest first, out of what happened to it up to `atMs`: each from its new revision until kubectl's `rollout status` would end, or the next revision comes. */
export function rolloutSpans(happenings: readonly Happening[], atMs: number): readonly RolloutSpan[] {
  const marks = happenings.filter((each) => each.atMs <= atMs);
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

/** What called for a person during a rollout, out of what happened to its DaemonSet. */
export function rolloutTroubles(
  happenings: readonly Happening[],
  { startedAtMs, endedAtMs }: Pick<RolloutSpan, "startedAtMs" | "endedAtMs">,
): readonly RolloutTrouble[] {
  return happenings.flatMap((each, at) => {
    if (each.kind !== "concernBegan" || each.atMs < startedAtMs || each.atMs >= endedAtMs) return [];
    const end = happenings.slice(at + 1).find((later) => later.kind === "concernEnded" || later.kind === "concernBegan");
    const toMs = end === undefined || end.atMs > endedAtMs ? undefined : end.atMs;
    return [{ fromMs: each.atMs, toMs, detail: each.detail }];
  });
}
