import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { sessionId } from "../../data/api/session.ts";
import { freshnessChip, freshnessSentence } from "../../data/freshness/freshness-text.ts";
import { useCluster, useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import { pageCluster, serverUrl } from "../../data/url/base-url.ts";
import { navigate, useView } from "../../data/url/navigation.ts";
import { currentOf, TABS } from "../../data/url/tab-list.ts";
import { FLEET_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { SettingsButton } from "../../panels/palette/SettingsButton.tsx";
import { ThemeButton } from "../../panels/palette/ThemeButton.tsx";
import findCss from "../../ui/controls/find.module.css";
import { LogoIcon, SearchIcon } from "../../ui/controls/icons.tsx";
import { leaveField } from "../../ui/controls/leave-field.ts";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import css from "../../ui/controls/top-bar.module.css";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { LanguageChoice } from "../../words/i18n/LanguageChoice.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";

/** Loaded only for a signed-in user. */
const SignedIn = lazyWithWords(() => import("./SignedIn.tsx").then((module) => module.SignedIn));

function Crumbs({ closed }: { readonly closed: string | undefined }) {
  const { t } = useTranslation();
  const view = useView();
  const context = useCluster(({ state }) => state?.cluster.context);
  // On a server of several clusters, a context may have a name that is not valid in an address.
  const cluster = pageCluster() || undefined;
  const [kind, name] =
    view.page === "daemonSet" || view.page === "pod"
      ? [view.namespace, view.name]
      : view.page === "node"
        ? [t("chrome.nodes"), view.name]
        : [undefined, undefined];
  return (
    <nav className={css.crumb} aria-label={t("chrome.whereYouAre")}>
      {cluster ? (
        <>
          <a href={serverUrl().href} className={css.wide}>
            {t("chrome.clusters")}
          </a>
          <i aria-hidden="true" className={css.wide}>
            /
          </i>
        </>
      ) : null}
      <ViewLink view={FLEET_VIEW} className={name === undefined ? undefined : css.wide}>
        <b>
          <MiddleCut text={closed ?? cluster ?? context ?? t("chrome.connecting")} />
        </b>
      </ViewLink>
      {kind === undefined || name === undefined ? null : (
        <>
          <i aria-hidden="true" className={css.wide}>
            /
          </i>
          <span className={css.wide}>
            <MiddleCut text={kind} />
          </span>
          <i aria-hidden="true" className={css.wide}>
            /
          </i>
          <b>
            <MiddleCut text={name} />
          </b>
        </>
      )}
    </nav>
  );
}

/** Filters the list of the page: DaemonSets by name, state, image or pod; nodes by name, `key=value` of a label, or
 *  taint. */
function Filter() {
  const { t } = useTranslation();
  const view = useView();
  const input = useRef<HTMLInputElement>(null);
  const previousFocus = useRef<EventTarget | null>(null);
  // The other sections have their own filters.
  const isShown = view.page === "fleet" || view.page === "nodes" || (view.page === "daemonSet" && view.section === "overview");
  useCommand("filter", isShown ? () => input.current?.focus() : undefined);
  useCommand("all", isShown && view.query !== "" ? () => navigate({ ...view, query: "" }, { replace: true }) : undefined);
  if (!isShown) return null;
  const label = t(view.page === "fleet" ? "chrome.filterDaemonSets" : "chrome.filterNodes");
  const { problem } = parseFilter(view.query);
  const how = problem === undefined ? t("filter.help") : t(`filter.${problem}`);
  const help = view.page === "fleet" && problem === undefined ? `${t("filter.ofFleet")}${t("model.colon")}${how}` : how;
  return (
    <label className={view.query === "" ? findCss.find : `${findCss.find} ${findCss.filled}`} title={help}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-description={help}
        aria-invalid={problem !== undefined}
        placeholder={label}
        value={view.query}
        onFocus={(event) => {
          previousFocus.current = event.relatedTarget;
        }}
        onChange={(event) => navigate({ ...view, query: event.target.value }, { replace: true })}
        onKeyDown={(event) => {
          // As in k9s, Enter moves to the first match.
          if (event.key === "Enter" && !event.nativeEvent.isComposing) commandBoard.give("nextRow");
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          navigate({ ...view, query: "" }, { replace: true });
          leaveField(event.currentTarget, previousFocus.current);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      {problem === undefined ? null : (
        <span className={findCss.problem} aria-hidden="true">
          {help}
        </span>
      )}
    </label>
  );
}

/** Badge for a simulated or recorded cluster. */
function Staged() {
  const { t } = useTranslation();
  const simulated = useCluster(({ state }) => state?.cluster.simulated === true);
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
      {simulated ? (
        <span className={css.simulated} data-staged lang="en" title={t("freshness.simulated")}>
          SIMULATED
        </span>
      ) : null}
    </>
  );
}

/** Links to the main pages. If the bar is too narrow, they have a separate row that scrolls. */
function Tabs() {
  const { t } = useTranslation();
  const { page } = useView();
  const row = useRef<HTMLElement>(null);
  const current = TABS.findIndex((tab) => currentOf(tab, page) !== undefined);
  useEffect(() => {
    row.current?.children[current]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav ref={row} className={css.tabs} data-tabs aria-label={t("chrome.pages")}>
      {TABS.map((tab) => (
        <ViewLink key={tab.name} view={tab.view} data-of-now={tab.isOfNow || undefined} aria-current={currentOf(tab, page)}>
          {t(`chrome.tabs.${tab.name}`)}
        </ViewLink>
      ))}
    </nav>
  );
}

/** `closed`: the cluster, if the user may see nothing of it. Then there is no stream with its state, and nothing to
 *  filter. */
export function TopBar({ closed }: { readonly closed: string | undefined }) {
  const { t } = useTranslation();
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  const fresh = useFreshness();
  const todayMs = useToday();
  const isPaused = fresh.why.kind === "paused";
  return (
    <header className={css.bar}>
      <RovingGroup isInLine>
        <ViewLink view={FLEET_VIEW} className={css.logo} aria-label={t("chrome.home")}>
          <LogoIcon />
          <span aria-hidden="true">daemonscope</span>
        </ViewLink>
        <span className={css.rule} aria-hidden="true" />
        <Crumbs closed={closed} />
        <Tabs />
      </RovingGroup>
      <span className="grow" />
      {closed === undefined ? <Filter /> : null}
      <Staged />
      <span
        hidden={(isRecorded && fresh.kind !== "past") || closed !== undefined}
        className={classes(css.fresh, css[fresh.kind], isPaused && css.paused)}
        role="status"
        aria-live="off"
        aria-label={t("chrome.freshness", { kind: t(`freshness.kinds.${fresh.kind}`) })}
        data-freshness={fresh.kind}
        title={freshnessSentence(t, fresh)}
      >
        {freshnessChip(t, fresh, todayMs)}
        {isPaused ? <span className={css.still}>{`${t("model.colon")}${t("freshness.chip.isPaused")}`}</span> : null}
      </span>
      {sessionId() === undefined ? null : (
        <LazyPart about="session">
          <SignedIn />
        </LazyPart>
      )}
      <LanguageChoice />
      <RovingGroup isInLine>
        <ThemeButton />
        <SettingsButton />
      </RovingGroup>
    </header>
  );
}
