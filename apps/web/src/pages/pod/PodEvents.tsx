import type { PodEventsAnswer } from "@daemonscope/shared/http/pod";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EventTable } from "../../panels/sections/events/EventTable.tsx";
import { groupEvents } from "../../panels/sections/events/group-events.ts";
import css from "./pod.module.css";

const ALL = { type: undefined, find: "" };

/** The events of the pod, newest first. If the user may not read them, the reason. */
export function PodEvents({ told, nowMs }: { readonly told: PodEventsAnswer; readonly nowMs: number }) {
  const { t } = useTranslation();
  const groups = useMemo(() => groupEvents(told.events, ALL), [told]);
  return (
    <section className={css.events} aria-label={t("pod.events.title")}>
      <h2>{t("pod.events.title")}</h2>
      {told.unread === undefined ? null : <p>{told.unread}</p>}
      {groups.length > 0 ? <EventTable groups={groups} nowMs={nowMs} showsDaemonSet={false} /> : null}
      {groups.length === 0 && told.unread === undefined ? <p className="i2">{t("pod.events.none")}</p> : null}
      {told.total > told.events.length ? (
        <p className="i3">{t("pod.events.newestOnly", { count: told.events.length, total: told.total })}</p>
      ) : null}
    </section>
  );
}
