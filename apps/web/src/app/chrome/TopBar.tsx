import { sessionId } from "../../data/api/session.ts";
import { freshnessChip, freshnessSentence } from "../../data/freshness/freshness-text.ts";
import { useCluster, useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { pageCluster } from "../../data/url/base-url.ts";
import { useKiosk } from "../../data/url/navigation.ts";
import { FLEET_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { ClusterSwitcher } from "../../panels/bar/ClusterSwitcher.tsx";
import { Tabs } from "../../panels/bar/Tabs.tsx";
import { SettingsButton } from "../../panels/palette/SettingsButton.tsx";
import { LogoIcon, SearchIcon } from "../../ui/controls/icons.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import css from "../../ui/controls/top-bar.module.css";
import barCss from "../../ui/controls/top-bar.module.css";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { PALETTE_KEY } from "../../ui/keys/key-commands.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { classes } from "../../ui/theme/classes.ts";
import { speakAlso } from "../../words/i18n/speak.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Loads only for a simulated cluster, so that the page of a real one does not pay for it. */
const Simulator = lazyWithWords(() =>
  Promise.all([import("../../panels/lab/Simulator.tsx"), speakAlso("lab")]).then(([module]) => module.Simulator),
);

/** Badge for a simulated or recorded cluster. */
function Staged() {
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

/** Loaded only for a signed-in user. */
const SignedIn = lazyWithWords(() => import("./SignedIn.tsx").then((module) => module.SignedIn));

/** The state of the data for screen readers. The time control at the foot of the page shows the same. */
function FreshnessStatus({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const todayMs = useToday();
  return (
    <span
      hidden={isHidden}
      className="visually-hidden"
      role="status"
      aria-live="off"
      aria-label={t("chrome.freshness", { kind: t(`freshness.kinds.${fresh.kind}`) })}
      data-freshness={fresh.kind}
      title={freshnessSentence(t, fresh)}
    >
      {freshnessChip(t, fresh, todayMs)}
    </span>
  );
}

/** The frame of every page: each item has a fixed left edge. `closed`: the cluster, if the user may see nothing of it.
 *  Then there is no stream with its state. */
export function TopBar({ closed }: { readonly closed: string | undefined }) {
  const { t } = useTranslation();
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  const isPast = useFreshness().kind === "past";
  const context = useCluster(({ state }) => state?.cluster.context);
  // On a server of several clusters, a context may have a name that is not valid in an address.
  const cluster = pageCluster() || undefined;
  return (
    <header className={css.bar}>
      <RovingGroup isInLine>
        <ViewLink view={FLEET_VIEW} className={css.logo} aria-label={t("chrome.home")}>
          <LogoIcon />
        </ViewLink>
        <ClusterSwitcher name={closed ?? cluster ?? context ?? t("chrome.connecting")} />
        <Tabs />
      </RovingGroup>
      <span className="grow" />
      {closed === undefined ? <FindButton /> : null}
      <RovingGroup isInLine>
        <Staged />
        <FreshnessStatus isHidden={(isRecorded && !isPast) || closed !== undefined} />
        {sessionId() === undefined ? null : (
          <LazyPart about="session">
            <SignedIn />
          </LazyPart>
        )}
        <SettingsButton />
      </RovingGroup>
    </header>
  );
}

/** Opens the palette. */
function FindButton() {
  const { t } = useTranslation();
  const label = t("chrome.findOrRun");
  return (
    <button type="button" className={barCss.find} title={label} onClick={() => commandBoard.give("palette")}>
      <SearchIcon />
      <span>{label}</span>
      <kbd aria-hidden="true">{PALETTE_KEY}</kbd>
    </button>
  );
}
