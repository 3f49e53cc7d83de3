import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { PACE_BUCKET_MS, type RolloutPace } from "@daemonscope/daemonset/records/rollout-pace";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { useTranslation } from "react-i18next";
import css from "./stage.module.css";

interface LastRolloutProps {
  readonly record: DaemonSetRecord;
  /** Nodes that should run the pod. */
  readonly total: number;
  readonly nowMs: number;
}

/** Returns the updated nodes over time as an area of 100 × 100: one step for each measured period. */
function tracePath({ counts }: RolloutPace, total: number): string {
  const all = Math.max(
    1,
    total,
    counts.reduce((sum, count) => sum + count, 0),
  );
  let sum = 0;
  const points = counts.map((count, at) => {
    sum += count;
    return `L${((at + 1) / counts.length) * 100},${100 - (sum / all) * 92}`;
  });
  return `M0,100${points.join("")}L100,100Z`;
}

/** The last rollout: its revision and duration, and updated nodes over time if the rollout was measured. */
export function LastRollout({ record, total, nowMs }: LastRolloutProps) {
  const { t } = useTranslation();
  const [current, previous] = [record.revisions.find((each) => each.current), record.revisions.find((each) => !each.current)];
  const { pace } = record;
  const took = current?.fate?.kind === "reachedAll" ? current.fate.tookMs : undefined;
  const longestMs = pace?.turn?.longestMs;
  const revision = current === undefined ? "" : t("rollout.foot.revision", { revision: current.revision });
  return (
    <div className={css.last}>
      <div>
        <h2>{t("rollout.last.title")}</h2>
        <p>{took === undefined ? revision : t("rollout.last.took", { revision, took: humanDuration(took) })}</p>
        {longestMs === undefined ? null : <p>{t("rollout.last.longest", { age: humanDuration(longestMs) })}</p>}
      </div>
      {pace === undefined || pace.counts.length === 0 ? (
        <p className={css.noTrace}>{t("rollout.last.none")}</p>
      ) : (
        <div
          className={css.trace}
          role="img"
          aria-label={t("rollout.last.trace", {
            nodes: pace.counts.reduce((sum, count) => sum + count, 0),
            took: humanDuration(Math.min(nowMs - pace.sinceMs, pace.counts.length * PACE_BUCKET_MS)),
          })}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={tracePath(pace, total)} fill="var(--st-available-rest)" opacity={0.7} />
          </svg>
          {previous === undefined ? null : <span>{t("rollout.foot.revision", { revision: previous.revision })}</span>}
          <span>{revision}</span>
        </div>
      )}
    </div>
  );
}
