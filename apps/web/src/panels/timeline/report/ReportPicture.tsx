import type { RolloutReport } from "@daemonscope/shared/http/rollouts";
import { type PointerEvent, useMemo, useRef } from "react";
import { goToMoment, useUrlMoment } from "../../../data/url/navigation.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./report.module.css";
import { reportChart, rolloutDurationMs } from "./report-chart.ts";
import { outcomeWords, revisionName } from "./report-text.ts";

const HEIGHT = 172;
const MIN_WIDTH = 200;
const boxOf = (width: number) => ({ left: 40, right: width - 6, top: 10, bottom: HEIGHT - 20 });
const NAME_PX = 120;

/** Updated nodes over time. The previous rollout is a dashed line from the same start. A click takes the page to
 *  that moment of the rollout. */
export function ReportPicture({ report, previous }: { readonly report: RolloutReport; readonly previous: RolloutReport | undefined }) {
  const { t } = useTranslation();
  const moment = useUrlMoment();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(MIN_WIDTH, useElementBox(frame).width);
  const box = boxOf(width);
  const chart = useMemo(() => reportChart(report, previous, boxOf(width)), [report, previous, width]);
  const { xOf, yOf, maxNodes } = chart;
  const shownMs = moment.kind === "past" ? moment.atMs - report.startedAtMs : undefined;
  const isWithin = shownMs !== undefined && shownMs >= 0 && shownMs <= rolloutDurationMs(report);
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const drawn = event.currentTarget.getBoundingClientRect();
    const sinceStartMs = Math.min(chart.timeAt(((event.clientX - drawn.left) / drawn.width) * width), rolloutDurationMs(report));
    goToMoment(report.startedAtMs + sinceStartMs);
  };
  const ghostEnd = previous === undefined ? undefined : { x: xOf(rolloutDurationMs(previous)), y: yOf(previous.curve.at(-1)?.[1] ?? 0) };
  const label = t("report.picture", { outcome: outcomeWords(t, report) });
  return (
    <div ref={frame}>
      <svg className={css.picture} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} onPointerUp={go} data-report-picture>
        {[0, maxNodes].map((nodes) => (
          <g key={nodes}>
            <path d={`M${box.left},${yOf(nodes)}H${box.right}`} className={css.grid} />
            <text x={box.left - 6} y={yOf(nodes) + 4} className={css.count}>
              {countText(nodes)}
            </text>
          </g>
        ))}
        {chart.ticks.map(({ x, text }) => (
          <g key={text}>
            <path d={`M${x},${box.bottom}v4`} className={css.axis} />
            <text x={x} y={HEIGHT - 4} className={css.tick}>
              {text}
            </text>
          </g>
        ))}
        <path d={chart.done} className={css.done} />
        <path d={chart.failing} className={css.failing} />
        <path d={`M${box.left},${box.bottom}H${box.right}`} className={css.axis} />
        <path d={chart.ghost} className={css.ghost} />
        {previous === undefined || ghostEnd === undefined ? null : (
          <text x={Math.max(box.left + NAME_PX, ghostEnd.x - 6)} y={Math.max(box.top + 12, ghostEnd.y + 14)} className={css.name}>
            {revisionName(t, previous)}
          </text>
        )}
        {isWithin ? <path d={`M${xOf(shownMs)},${box.top - 6}V${box.bottom}`} className={css.here} /> : null}
      </svg>
    </div>
  );
}
