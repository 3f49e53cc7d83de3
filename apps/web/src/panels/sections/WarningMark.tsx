import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useEffect, useState } from "react";
import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { countEvents, groupEvents } from "./events/group-events.ts";
import css from "./sections.module.css";

/** Each request lists all events of the subject, so they are read rarely, and not during the first paint. */
const EVERY_MS = 60_000;
const DELAY_MS = 1000;

/** Largest number that fits between two tabs. */
const MAX_SHOWN = 99;

/** The number of warnings next to the word of the events tab. It has no width in the layout, so that no tab moves. A
 *  node that shuts down is no warning about an agent. */
export function WarningMark({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useClusterQuery<EventsAnswer>(PATHS.events, query, { enabled: isDue, pollMs: EVERY_MS, staleMs: EVERY_MS });
  const count = data === undefined ? 0 : countEvents(groupEvents(data.events, "").warnings.filter(({ isShutdown }) => !isShutdown));
  if (count === 0) return null;
  const text = t("events.warningCount", { count });
  return (
    <span className={css.mark} role="img" aria-label={text} title={text}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}
