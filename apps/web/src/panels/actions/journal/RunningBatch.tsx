import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { interpolateRound, scaleLinear, sum } from "d3";
import type { ReactNode } from "react";
import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { useContinuity } from "../../../data/hooks/continuity.ts";
import { daemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import type { BarShape } from "../../../draw/bars/moving-bar.ts";
import { useMovingBar } from "../../../draw/bars/page-bars.ts";
import { type BarSegment, SegmentBar } from "../../../draw/bars/SegmentBar.tsx";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import planCss from "../plan/plan.module.css";
import { batchEndText } from "../plan/plan-text.ts";
import css from "./batch.module.css";

type PodState = NonNullable<ActionRecord["batch"]>[number]["state"];

const LOOKS: Readonly<Record<PodState, CellStyle>> = {
  waits: plainCellStyle("available", { old: true }),
  untouched: plainCellStyle("available", { old: true }),
  deleted: plainCellStyle("starting"),
  back: plainCellStyle("available"),
  failed: plainCellStyle("failing"),
};

/** Pods move through the bar as in the bars of the counts: old at the left, available at the right. */
const SEGMENTS: readonly (BarSegment & { readonly states: readonly PodState[] })[] = [
  { id: "old", states: ["waits", "untouched"], fill: "var(--st-old-fill)", stroke: "var(--st-old)" },
  { id: "failing", states: ["failed"], fill: "var(--st-failing)", stroke: "none" },
  { id: "starting", states: ["deleted"], fill: "var(--st-starting)", stroke: "none" },
  { id: "available", states: ["back"], fill: "var(--st-available)", stroke: "none" },
];
const BAR_WIDTH = 280;
const BAR_HEIGHT = 8;

function batchShape(batch: readonly { readonly state: PodState }[]): BarShape {
  const x = scaleLinear([0, Math.max(1, batch.length)], [0, BAR_WIDTH]).interpolate(interpolateRound);
  const counts = SEGMENTS.map(({ states }) => batch.filter(({ state }) => states.includes(state)).length);
  const before = counts.map((_, at) => sum(counts.slice(0, at)));
  return {
    edges: counts.flatMap((count, at) => [x(before[at] ?? 0), x((before[at] ?? 0) + count)]),
    counts,
    width: BAR_WIDTH,
    pxPerCount: BAR_WIDTH / Math.max(1, batch.length),
  };
}

/** The pods of a batch as one bar, with one segment per progress state. */
function BatchBar({ batch }: { readonly batch: readonly { readonly state: PodState }[] }) {
  const bar = useMovingBar(batchShape(batch), useContinuity());
  return <SegmentBar bar={bar} segments={SEGMENTS} width={BAR_WIDTH} height={BAR_HEIGHT} className={css.batchBar} />;
}

interface RunningBatchProps {
  readonly record: ActionRecord;
  /** The key of the DaemonSet. */
  readonly daemonSet: string;
  /** The controls of the batch; null on a phone, where they are in the bottom bar. */
  readonly children: ReactNode;
}

/** The pods of a batch as cells and as a bar, the number that is back, and the next step. */
export function RunningBatch({ record, daemonSet, children }: RunningBatchProps) {
  const { t } = useTranslation();
  const { batch = [], state } = record;
  const back = batch.filter((pod) => pod.state === "back").length;
  const failed = batch.find((pod) => pod.state === "failed");
  const current = batch.find((pod) => pod.state === "deleted");
  const untouched = batch.filter((pod) => pod.state === "untouched" || pod.state === "waits").length;
  const isPaused = state.kind === "running" && state.paused;
  const isRunning = state.kind === "running" || state.kind === "sent" || state.kind === "accepted";
  const isStopping = record.question.batch?.stopAtFailure === true;
  const words = { back, of: batch.length };
  return (
    <section className={css.batch} aria-label={t("acting.batch.label")} data-batch={isRunning ? "running" : "ended"}>
      <div>
        <div className={css.batchCells} aria-hidden="true">
          {batch.slice(0, 60).map(({ pod, state: each }) => (
            <CellSwatch key={pod} look={LOOKS[each]} size={22} />
          ))}
        </div>
        <BatchBar key={record.id} batch={batch} />
      </div>
      <div>
        <h2 role="status">
          {failed !== undefined && isStopping
            ? t("acting.batch.stopped", { ...words, node: failed.node })
            : isPaused
              ? t("acting.batch.paused", words)
              : isRunning
                ? t("acting.batch.running", words)
                : t("acting.batch.ended", words)}
        </h2>
        <p>
          {current === undefined ? null : (
            <>
              <b>{current.node}</b>
              {t("model.colon")}
              {t("acting.batch.comes")}{" "}
            </>
          )}
          {state.kind !== "partly" ? null : state.ended === undefined ? (
            <span lang="en">{state.message} </span>
          ) : (
            `${batchEndText(state.ended, t)} `
          )}
          {isRunning ? t(isStopping ? "acting.batch.stops" : "acting.batch.goesOn") : t("acting.batch.untouched", { count: untouched })}
        </p>
      </div>
      <div className={planCss.buttons}>
        {failed === undefined ? null : (
          <ViewLink className="btn" view={{ ...daemonSetView(daemonSet), node: failed.node }}>
            {t("acting.batch.look")}
          </ViewLink>
        )}
        {children}
      </div>
    </section>
  );
}
