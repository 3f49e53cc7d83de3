import type { PodEventsAnswer } from "@daemonscope/shared/http/pod";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EventTable } from "../../panels/sections/events/EventTable.tsx";
import { groupEvents } from "../../panels/sections/events/group-events.ts";
import css from "./pod.module.css";

const ALL = { type: undefined, find: "" };

/** The events of the pod, newest first. If the user may not read them, the reason. */
export function PodEvents({ podEvents, nowMs }: { readonly podEvents: PodEventsAnswer; readonly nowMs: number }) {
  const { t } = useTranslation();
  const groups = useMemo(() => groupEvents(podEvents.events, ALL), [podEvents]);
  return (
    <section className={css.events} aria-label={t("pod.events.title")}>
      <h2>{t("pod.events.title")}</h2>
      {podEvents.unread === undefined ? null : <p>{podEvents.unread}</p>}
      {groups.length > 0 ? <EventTable groups={groups} nowMs={nowMs} showsDaemonSet={false} /> : null}
      {groups.length === 0 && podEvents.unread === undefined ? <p className="i2">{t("pod.events.none")}</p> : null}
      {podEvents.total > podEvents.events.length ? (
        <p className="i3">{t("pod.events.newestOnly", { count: podEvents.events.length, total: podEvents.total })}</p>
      ) : null}
    </section>
  );
}
