import { isDataStale } from "../../data/freshness/freshness.ts";
import { freshnessSentence } from "../../data/freshness/freshness-text.ts";
import { isClusterReady } from "../../data/freshness/is-cluster-ready.ts";
import { useCluster, useClusterStore, useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { classes } from "../../ui/theme/classes.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./bands.module.css";

/** Limits of the shown data, as sentences: a lost connection, a silent server, unread kinds and objects. Renders
 *  nothing without such a limit. `shouldShowForbidden`: false if the page shows the user's rights elsewhere. */
export function Bands({ shouldShowForbidden }: { readonly shouldShowForbidden: boolean }) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const todayMs = useToday();
  const store = useClusterStore();
  const shown = useCluster(({ state }) => state !== undefined && isClusterReady(state));
  const isStale = isDataStale(fresh);
  // Before the first data, the page itself states what is missing.
  if (!shown && !isStale) return null;
  return (
    <>
      {isStale ? (
        <div className={classes(css.band, css.lost, fresh.kind === "stale" && css.warm)} role="alert">
          <b>{t(fresh.kind === "stale" ? "freshness.stale" : "freshness.disconnected")}</b>
          <span title={freshnessSentence(t, fresh)}>
            {shown && fresh.asOfMs !== undefined
              ? t("model.twoSentences", {
                  first: t("freshness.asOf", { time: momentText(fresh.asOfMs, todayMs, true) }),
                  second: freshnessSentence(t, fresh),
                })
              : freshnessSentence(t, fresh)}
          </span>
          <span className="grow" />
          <button type="button" className="btn" onClick={() => store.retry()}>
            {t("freshness.retry")}
          </button>
        </div>
      ) : null}
      {fresh.why.kind === "past" && fresh.why.notLiveSources.length > 0 ? (
        <div className={`${css.band} ${css.warm}`} role="status">
          <span>{freshnessSentence(t, fresh)}</span>
        </div>
      ) : null}
      {/* Another part shows the progress of loading nodes. A band that soon disappears would shift the page. */}
      {fresh.kind === "connecting" && (fresh.why.kind !== "partly" || fresh.why.problem !== undefined) ? (
        <div className={`${css.band} ${css.warm}`} role="status">
          <b>{t("freshness.notComplete")}</b>
          <span>{freshnessSentence(t, fresh)}</span>
        </div>
      ) : null}
      {(shouldShowForbidden ? fresh.forbidden : []).map(({ source, detail }) => (
        <div className={`${css.band} ${css.warm}`} role="status" key={source}>
          <b>{t("freshness.mayNotRead", { kind: source })}</b>
          <span lang="en">{detail}</span>
        </div>
      ))}
      {fresh.leftOut.map(({ source, count, first }) => (
        <div className={`${css.band} ${css.warm}`} role="status" key={`${source} left out`}>
          <b>{t("freshness.leftOut", { count, kind: source })}</b>
          <span>{t(count === 1 ? "freshness.leftOutOnly" : "freshness.leftOutFirst", { first })}</span>
        </div>
      ))}
    </>
  );
}
