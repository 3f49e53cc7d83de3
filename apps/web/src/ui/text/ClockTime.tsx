import { useShownDay } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";

interface ClockTimeProps {
  readonly atMs: number;
  /** A time with its date that is shown before this one. Default: the day that the page shows. */
  readonly afterMs?: number | undefined;
}

/** A time of day with seconds, and its date if that is not the day that is shown before. The title has the date. */
export function ClockTime({ atMs, afterMs }: ClockTimeProps) {
  const dayMs = useShownDay();
  const date = new Date(atMs).toISOString();
  return (
    <time dateTime={date} title={date}>
      {momentText(atMs, afterMs ?? dayMs, true)}
    </time>
  );
}
