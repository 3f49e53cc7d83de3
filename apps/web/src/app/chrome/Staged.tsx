import { useTranslation } from "react-i18next";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { useKiosk } from "../../data/url/navigation.ts";
import css from "../../ui/controls/top-bar.module.css";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { classes } from "../../ui/theme/classes.ts";
import { speakAlso } from "../../words/i18n/speak.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";

/** Loads only for a simulated cluster, so that the page of a real one does not pay for it. */
const Simulator = lazyWithWords(() =>
  Promise.all([import("../../panels/lab/Simulator.tsx"), speakAlso("lab")]).then(([module]) => module.Simulator),
);

/** Badge for a simulated or recorded cluster. */
export function Staged() {
  const { t } = useTranslation();
  const isKiosk = useKiosk();
  const simulated = useCluster(({ state }) => state?.cluster.simulated === true);
  // Only a cluster that this server simulates has a story.
  const hasStory = useCluster(({ state }) => state?.cluster.scenario !== undefined) && !isKiosk;
  const badge = (
    <span className={css.simulated} data-staged lang="en" title={t("freshness.simulated")}>
      SIMULATED
    </span>
  );
  const recordedUntilMs = useCluster(({ state }) => state?.cluster.recorded?.toMs);
  const until = recordedUntilMs === undefined ? undefined : momentText(recordedUntilMs, 0);
  const [date, time] = until?.split(" ") ?? [];
  return (
    <>
      {until === undefined ? null : (
        <span className={classes(css.simulated, css.recorded)} lang="en" title={t("freshness.recorded", { until })}>
          RECORDED{" "}
          <span className="num">
            {date}
            <span className={css.time}> {time}</span>
          </span>
        </span>
      )}
      {!simulated ? null : hasStory ? (
        <LazyPart about="simulator" fallback={badge}>
          <Simulator className={css.simulated} />
        </LazyPart>
      ) : (
        badge
      )}
    </>
  );
}
