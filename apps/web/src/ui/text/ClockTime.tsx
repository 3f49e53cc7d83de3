import { useShownDay } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";

/** A time of day with seconds. Adds the date if it is not the day that the page shows; the title has the whole date. */
export function ClockTime({ atMs }: { readonly atMs: number }) {
  const dayMs = useShownDay();
  const date = new Date(atMs).toISOString();
  return (
    <time dateTime={date} title={date}>
      {momentText(atMs, dayMs, true)}
    </time>
  );
}
