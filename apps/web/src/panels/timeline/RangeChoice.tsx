import { useTranslation } from "react-i18next";
import { type Range, spansOf, type Zoom } from "./track/range.ts";
import { spanText } from "./track/range-text.ts";

interface RangeChoiceProps {
  readonly zoom: Zoom;
  readonly range: Range;
  readonly kept: Range;
  readonly onZoom: (zoom: Zoom) => void;
}

/** The length of the drawn time. A range of the wheel is one more option. */
export function RangeChoice({ zoom, range, kept, onZoom }: RangeChoiceProps) {
  const { t } = useTranslation();
  const spanMs = Math.round(range.toMs - range.fromMs);
  const spans = spansOf(kept);
  const shown = zoom.kind === "all" || spans.includes(spanMs) ? spans : [...spans, spanMs].sort((a, b) => a - b);
  const choose = (value: string) => onZoom(value === "all" ? { kind: "all" } : { kind: "last", spanMs: Number(value) });
  return (
    <select
      aria-label={t("timeline.range.label")}
      title={t("timeline.range.label")}
      value={zoom.kind === "all" ? "all" : spanMs}
      onChange={(event) => choose(event.target.value)}
    >
      {shown.map((each) => (
        <option key={each} value={each}>
          {spanText(t, each)}
        </option>
      ))}
      <option value="all">{t("timeline.range.all")}</option>
    </select>
  );
}
