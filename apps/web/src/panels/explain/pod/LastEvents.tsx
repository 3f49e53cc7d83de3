import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import type { ClusterAnswer } from "../../../data/api/use-cluster-query.ts";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import css from "../proof/explain.module.css";

const MAX_SHOWN = 5;

/** The last events of a pod, the newest last, as in a log. `read`: the response for the pod. */
export function LastEvents({ read: { data, error, isPending } }: { readonly read: ClusterAnswer<PodPageAnswer> }) {
  const { t } = useTranslation();
  const podEvents = data?.podEvents;
  const events = (podEvents?.events ?? []).slice(0, MAX_SHOWN).toReversed();
  return (
    <section aria-label={t("explain.events")}>
      <h3>{t("explain.events")}</h3>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("explain.notAsked")}</p>}
      {podEvents?.unread === undefined ? null : <p role="alert">{podEvents.unread}</p>}
      {isPending ? <p role="status">{t("explain.readingEvents")}</p> : null}
      {podEvents !== undefined && podEvents.unread === undefined && podEvents.total === 0 ? (
        <p className="i2">{t("explain.noEvents")}</p>
      ) : null}
      <ol className={css.events}>
        {events.map(({ uid, lastSeenMs, type, reason, message, count }) => (
          <li key={uid} data-type={type}>
            {lastSeenMs === undefined ? <span /> : <ClockTime atMs={lastSeenMs} />}
            <b>{reason}</b>
            <span>{message}</span>
            <span className="i3">{count > 1 ? `×${count}` : ""}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
