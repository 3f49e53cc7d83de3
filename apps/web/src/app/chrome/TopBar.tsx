import { useTranslation } from "react-i18next";
import { sessionId } from "../../data/api/session.ts";
import { freshnessChip, freshnessSentence } from "../../data/freshness/freshness-text.ts";
import { useCluster, useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { pageCluster } from "../../data/url/base-url.ts";
import { FLEET_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { ClusterSwitcher } from "../../panels/bar/ClusterSwitcher.tsx";
import { FindButton } from "../../panels/bar/FindButton.tsx";
import { Tabs } from "../../panels/bar/Tabs.tsx";
import { SettingsButton } from "../../panels/palette/SettingsButton.tsx";
import { LogoIcon } from "../../ui/controls/icons.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import css from "../../ui/controls/top-bar.module.css";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { Staged } from "./Staged.tsx";

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
      <Staged />
      <FreshnessStatus isHidden={(isRecorded && !isPast) || closed !== undefined} />
      {sessionId() === undefined ? null : (
        <LazyPart about="session">
          <SignedIn />
        </LazyPart>
      )}
      <SettingsButton />
    </header>
  );
}
