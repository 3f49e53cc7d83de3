import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ageText, humanDuration } from "@daemonscope/kube/values/human-duration";
import { ageSince } from "../../words/format/age-text.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useHistory, useLiveLog } from "../timeline/player/use-history.ts";
import { countAreas } from "../timeline/track/count-areas.ts";
import { revisionSpans, spansWithAge } from "./revision-spans.ts";
import { hasUpdates, noTraceOf, type RolloutTrace, rolloutTrace, timePerNodeMs } from "./rollout-trace.ts";
import css from "./stage.module.css";

interface LastRolloutProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

const WIDTH = 1000;
const HEIGHT = 120;

/** The recorded counts as stairs, as on the timeline. */
function Areas({ trace: { fromMs, toMs, samples } }: { readonly trace: RolloutTrace }) {
  const xOf = (atMs: number) => Math.max(0, ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH);
  const areas = countAreas(samples, { xOf, top: 8, bottom: HEIGHT, endX: WIDTH, newFromMs: fromMs });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={areas.fresh} className={css.traceNew} />
      <path d={areas.lacking} className={css.traceMoving} />
      <path d={areas.leaving} className={css.traceLeaving} />
    </svg>
  );
}

/** When each revision was current, if no rollout is recorded: one bar for each, the newest on top, over their ages. */
function Spans({ record, nowMs }: LastRolloutProps) {
  const { t } = useTranslation();
  const spans = revisionSpans(record, nowMs);
  return (
    <div className={css.spans} role="img" aria-label={t("rollout.last.spans", { count: spans.length })}>
      {spans.map(({ revision, from, to, isCurrent }) => (
        <div key={revision}>
          {revision}
          <i data-current={isCurrent} style={{ marginLeft: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        </div>
      ))}
      <div>
        <p className={css.axis}>
          {spansWithAge(spans).map(({ revision, from, ageMs }) => (
            <span key={revision} style={{ left: `${from * 100}%` }}>
              {ageSince(t, nowMs - ageMs, nowMs)}
            </span>
          ))}
          <span>{t("rollout.last.now")}</span>
        </p>
      </div>
    </div>
  );
}

/** The last rollout: its revision and duration, and the updated nodes over time if it is recorded. */
export function LastRollout({ record, nowMs }: LastRolloutProps) {
  const { t } = useTranslation();
  const { data } = useHistory(useLiveLog(), record.key);
  const trace =
    data === undefined
      ? undefined
      : rolloutTrace(data.happenings, data.counts[record.key] ?? [], record.key, nowMs, record.revisionSinceMs);
  const [current, previous] = [record.revisions.find((each) => each.current), record.revisions.find((each) => !each.current)];
  const took = current?.fate?.kind === "reachedAll" ? current.fate.tookMs : undefined;
  const reason = noTraceOf(current?.revision, record.revisionSinceMs, data);
  const longestMs = record.pace?.turn?.longestMs;
  const revision = current === undefined ? "" : t("rollout.foot.revision", { revision: current.revision });
  if (trace === undefined)
    return (
      <div className={css.last}>
        <div>
          <h2>{t(reason === "none" ? "rollout.last.titleOfNone" : "rollout.last.title")}</h2>
          {took !== undefined ? (
            <p>{t("rollout.last.took", { revision, took: humanDuration(took) })}</p>
          ) : reason === "unread" || current === undefined ? null : (
            <p>
              {t(`rollout.last.${reason}`, {
                revision: current.revision,
                age: ageText(nowMs - (record.revisionSinceMs ?? current.createdAtMs)),
              })}
            </p>
          )}
        </div>
        {reason === "unread" ? <div className={css.trace} /> : <Spans record={record} nowMs={nowMs} />}
      </div>
    );
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = record.reported;
  const isGoingOn = updated < desired;
  // Under OnDelete the time of a pod is no pace, because each node also waits for a deletion.
  const perNodeMs = record.strategy === "OnDelete" ? timePerNodeMs(trace) : undefined;
  const facts = [
    ...(isGoingOn ? [t("verdict.updatedOf", { updated, desired })] : []),
    ...(perNodeMs === undefined ? [] : [t("rollout.last.perNode", { age: humanDuration(perNodeMs) })]),
    ...(isGoingOn || record.strategy === "OnDelete" || longestMs === undefined
      ? []
      : [t("rollout.last.longest", { age: humanDuration(longestMs) })]),
  ];
  return (
    <div className={css.last}>
      <div>
        <h2>{t(isGoingOn ? "rollout.last.titleOfThis" : "rollout.last.title")}</h2>
        <p>{took === undefined ? revision : t("rollout.last.took", { revision, took: humanDuration(took) })}</p>
        {facts.length === 0 ? null : <p>{facts.join(t("rollout.comma"))}</p>}
      </div>
      {hasUpdates(trace) ? (
        <div className={css.traced}>
          <div
            className={css.trace}
            role="img"
            aria-label={t("rollout.last.trace", {
              nodes: trace.samples.at(-1)?.[4] ?? 0,
              took: humanDuration(trace.toMs - trace.fromMs),
            })}
          >
            <Areas trace={trace} />
            {previous === undefined ? null : <span>{t("rollout.foot.revision", { revision: previous.revision })}</span>}
            <span>{revision}</span>
          </div>
          <p className={css.axis}>
            <span>{momentText(trace.fromMs, nowMs, true)}</span>
            <span>{trace.toMs < nowMs ? momentText(trace.toMs, nowMs, true) : t("rollout.last.now")}</span>
          </p>
        </div>
      ) : (
        <Spans record={record} nowMs={nowMs} />
      )}
    </div>
  );
}
