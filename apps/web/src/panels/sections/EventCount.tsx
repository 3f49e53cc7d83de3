import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useEffect, useState } from "react";
import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./sections.module.css";

/** Each request lists all events of the subject, so the count is refreshed rarely, and not during the first paint. */
const EVERY_MS = 60_000;
const DELAY_MS = 1000;
const MAX_SHOWN = 99;

/** The number of events next to the word of their tab. It has no width in the layout, so that no tab moves. */
export function EventCount({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useClusterQuery<EventsAnswer>(PATHS.events, query, { enabled: isDue, pollMs: EVERY_MS, staleMs: EVERY_MS });
  if (data === undefined || data.total === 0) return null;
  return (
    <span className={css.count} title={t("sections.eventCount", { count: data.total })}>
      {data.total > MAX_SHOWN ? `${MAX_SHOWN}+` : data.total}
    </span>
  );
}
