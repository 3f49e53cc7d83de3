import { useMemo, useState } from "react";
import type { Matrix } from "../../data/clusters/matrix.ts";
import { Dock } from "../../panels/timeline/Dock.tsx";
import { BandLanes } from "../../panels/timeline/lanes/BandLanes.tsx";
import timelineCss from "../../panels/timeline/timeline.module.css";
import { spanText } from "../../panels/timeline/track/range-text.ts";
import { TrackPicture, trackHeights } from "../../panels/timeline/track/TrackPicture.tsx";
import { trackScale } from "../../panels/timeline/track/track-scale.ts";
import { useTrackSize } from "../../panels/timeline/track/use-track-size.ts";
import { classes } from "../../ui/theme/classes.ts";
import { momentParts } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { clusterBands } from "./cluster-bands.ts";
import { confirmedAtMs } from "./summary-time.ts";

/** Spans to choose from. */
const SPANS_MS = [5, 30, 120, 720].map((minutes) => minutes * 60_000);
const DEFAULT_SPAN_MS = 1_800_000;

interface ClustersDockProps {
  readonly matrix: Matrix;
  /** Time of the server's last answer, on the clock of the page. */
  readonly answeredMs: number;
  readonly sinceAnswerMs: number;
  readonly isLost: boolean;
}

/** The present problems of all clusters on one axis. It replays nothing, because each cluster has its own history. */
export function ClustersDock({ matrix, answeredMs, sinceAnswerMs, isLost }: ClustersDockProps) {
  const { t } = useTranslation();
  const { box, width, height } = useTrackSize();
  const [spanMs, setSpanMs] = useState(DEFAULT_SPAN_MS);
  const heights = useMemo(() => trackHeights(height), [height]);
  // Simulated clusters may have other clocks than the machine.
  const endMs = Math.max(...matrix.clusters.map((cluster) => confirmedAtMs(cluster, sinceAnswerMs) ?? 0)) || answeredMs;
  const scale = useMemo(
    () => trackScale({ fromMs: endMs - spanMs, toMs: endMs }, width, { endMs, confirmedMs: isLost ? endMs : undefined }),
    [endMs, spanMs, width, isLost],
  );
  const bands = clusterBands(t, matrix, endMs, sinceAnswerMs);
  const mode = isLost ? "offline" : "live";
  const nowX = scale.unknownX ?? scale.endX;
  const { bottom, unit } = heights;
  return (
    <Dock isTimeline={false} className={timelineCss.dock} label={t("timeline.label")}>
      <div className={timelineCss.state}>
        <span className={classes(timelineCss.mode, timelineCss[mode])} data-mode={mode}>
          {t(`timeline.modes.${mode}`)}
        </span>
        <span className={classes(timelineCss.clock, isLost && timelineCss.stopped)} data-clock>
          {momentParts(endMs, endMs, true).time}
        </span>
      </div>
      {/* The matrix has the same facts in words. */}
      <div ref={box} className={timelineCss.track} style={{ cursor: "default", touchAction: "auto" }}>
        {width > 0 && height > 0 ? (
          <svg width={width} height={height} className="data" aria-hidden="true">
            <TrackPicture scale={scale} trackWidth={width} heights={heights} todayMs={endMs} samples={[]} items={[]} />
            <BandLanes bands={bands} xOf={scale.xOf} nowMs={endMs} width={width} unit={unit} />
            <g transform={`translate(${nowX.toFixed(1)},0)`} className={classes(timelineCss.handle, timelineCss.atNow)}>
              <path d={`M0,4V${bottom + 4}`} />
              <path d="M-5,4H5L0,10Z" />
            </g>
          </svg>
        ) : null}
      </div>
      <div className={timelineCss.controls}>
        <select aria-label={t("timeline.range.label")} value={spanMs} onChange={(event) => setSpanMs(Number(event.target.value))}>
          {SPANS_MS.map((each) => (
            <option key={each} value={each}>
              {spanText(t, each)}
            </option>
          ))}
        </select>
      </div>
    </Dock>
  );
}
