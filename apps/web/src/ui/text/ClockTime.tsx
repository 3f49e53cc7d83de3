import { useShownDay } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";

interface ClockTimeProps {
  readonly atMs: number;
  /** A time in the day that a heading names. */
  readonly dayMs?: number | undefined;
}

/** A time of day with seconds, and its date if that is not the day that the page shows. The title has the date. */
export function ClockTime({ atMs, dayMs }: ClockTimeProps) {
  const shownDayMs = useShownDay();
  const date = new Date(atMs).toISOString();
  return (
    <time dateTime={date} title={date}>
      {momentText(atMs, dayMs ?? shownDayMs, true)}
    </time>
  );
}
