import type { PodEventsAnswer } from "@daemonscope/shared/http/pod";
import { useMemo } from "react";
import { EventTable } from "../../panels/sections/events/EventTable.tsx";
import { groupEvents } from "../../panels/sections/events/group-events.ts";
import type { PoolOf } from "../../panels/sections/events/pools-of-nodes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./pod.module.css";

const NO_POOLS: PoolOf = new Map();

/** The events of the pod, warnings first. If the user may not read them, the reason. */
export function PodEvents({ podEvents, nowMs }: { readonly podEvents: PodEventsAnswer; readonly nowMs: number }) {
  const { t } = useTranslation();
  const { warnings, normal } = useMemo(() => groupEvents(podEvents.events, ""), [podEvents]);
  const groups = [...warnings, ...normal];
  return (
    <section className={css.events} aria-label={t("pod.events.title")}>
      <h2>{t("pod.events.title")}</h2>
      {podEvents.unread === undefined ? null : <p>{podEvents.unread}</p>}
      {groups.length > 0 ? <EventTable label={t("pod.events.title")} groups={groups} pools={NO_POOLS} nowMs={nowMs} /> : null}
      {groups.length === 0 && podEvents.unread === undefined ? <p className="i2">{t("pod.events.none")}</p> : null}
      {podEvents.total > podEvents.events.length ? (
        <p className="i3">{t("pod.events.newestOnly", { count: podEvents.events.length, total: podEvents.total })}</p>
      ) : null}
    </section>
  );
}
