import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import type { ClusterAnswer } from "../../../data/api/use-cluster-query.ts";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../proof/explain.module.css";

/** The last event of a pod. `read`: the response for the pod. */
export function LastEvent({ read: { data, error, isPending } }: { readonly read: ClusterAnswer<PodPageAnswer> }) {
  const { t } = useTranslation();
  const { events: [last] = [], unread } = data?.podEvents ?? {};
  const problem = error === null ? unread : error instanceof ApiProblem ? error.message : t("explain.notAsked");
  return (
    <section aria-label={t("explain.lastEvent")}>
      <h3>{t("explain.lastEvent")}</h3>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {isPending ? (
        <p className={css.event} role="status">
          {t("explain.readingEvents")}
        </p>
      ) : null}
      {data !== undefined && problem === undefined && last === undefined ? <p className="i2">{t("explain.noEvents")}</p> : null}
      {last === undefined ? null : (
        <p className={css.event}>
          {last.lastSeenMs === undefined ? null : <ClockTime atMs={last.lastSeenMs} />} <b>{last.reason}</b>
          {last.count > 1 ? <span className="i3"> ×{last.count}</span> : null} <span className="i2">{last.message}</span>
        </p>
      )}
    </section>
  );
}
