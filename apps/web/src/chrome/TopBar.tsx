import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCluster, useFreshness } from "../cluster/cluster-context.ts";
import { freshnessChip, freshnessSentence } from "../cluster/freshness-words.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { LanguageChoice } from "../i18n/LanguageChoice.tsx";
import { commandBoard } from "../keys/command-board.ts";
import { useCommand } from "../keys/use-command.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { navigate, useView } from "../navigation.ts";
import { CHOICES, prefer } from "../preferences/preferences.ts";
import { usePreferences } from "../preferences/use-preferences.ts";
import { FLEET_VIEW } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { LogoIcon, SearchIcon, SettingsIcon, ThemeIcon } from "./icons.tsx";
import { leaveField } from "./leave-field.ts";
import { Tabs } from "./Tabs.tsx";

function Crumbs() {
  const { t } = useTranslation();
  const view = useView();
  const context = useCluster(({ state }) => state?.cluster.context);
  const [kind, name] =
    view.page === "daemonSet"
      ? [view.namespace, view.name]
      : view.page === "node"
        ? [t("chrome.nodes"), view.name]
        : [undefined, undefined];
  return (
    <nav className="crumb" aria-label={t("chrome.whereYouAre")}>
      <ViewLink view={FLEET_VIEW} className={name === undefined ? undefined : "wide"}>
        <b>
          <MiddleCut text={context ?? t("chrome.connecting")} />
        </b>
      </ViewLink>
      {kind === undefined || name === undefined ? null : (
        <>
          <i aria-hidden="true" className="wide">
            /
          </i>
          <span className="wide">
            <MiddleCut text={kind} />
          </span>
          <i aria-hidden="true" className="wide">
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

/** Filters what the page lists: names of DaemonSets, nodes, or `key=value` of a label. */
function Filter() {
  const { t } = useTranslation();
  const view = useView();
  const input = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  // The other sections have a filter of their own.
  const isShown = view.page === "fleet" || view.page === "nodes" || (view.page === "daemonSet" && view.section === "overview");
  useCommand("filter", isShown ? () => input.current?.focus() : undefined);
  useCommand("all", isShown && view.query !== "" ? () => navigate({ ...view, query: "" }, { replace: true }) : undefined);
  if (!isShown) return null;
  const label = t(view.page === "fleet" ? "chrome.filterDaemonSets" : "chrome.filterNodes");
  const { problem } = parseFilter(view.query);
  const help = problem === undefined ? t("filter.help") : t(`filter.${problem}`);
  return (
    <label className={view.query === "" ? "find" : "find on"} title={help}>
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
          cameFrom.current = event.relatedTarget;
        }}
        onChange={(event) => navigate({ ...view, query: event.target.value }, { replace: true })}
        onKeyDown={(event) => {
          // As in k9s, Enter goes on to what was found.
          if (event.key === "Enter" && !event.nativeEvent.isComposing) commandBoard.give("nextRow");
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          navigate({ ...view, query: "" }, { replace: true });
          leaveField(event.currentTarget, cameFrom.current);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      {problem === undefined ? null : (
        <span className="find-problem" aria-hidden="true">
          {help}
        </span>
      )}
    </label>
  );
}

/** Light and dark at one press; the other themes stand in the settings. */
function ThemeButton() {
  const { t } = useTranslation();
  const { theme } = usePreferences();
  const label = t("chrome.theme", { choice: t(`preferences.theme.${theme}`) });
  const change = () => prefer({ theme: CHOICES.theme[(CHOICES.theme.indexOf(theme) + 1) % CHOICES.theme.length] ?? "system" });
  return (
    <button type="button" className="iconbtn theme" aria-label={label} title={label} onClick={change}>
      <ThemeIcon />
    </button>
  );
}

function SettingsButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={t("preferences.title")}
      title={t("preferences.title")}
      onClick={() => commandBoard.give("settings")}
    >
      <SettingsIcon />
    </button>
  );
}

export function TopBar() {
  const { t } = useTranslation();
  const simulated = useCluster(({ state }) => state?.cluster.simulated === true);
  const fresh = useFreshness();
  return (
    <header className="top">
      <ViewLink view={FLEET_VIEW} className="logo" aria-label={t("chrome.home")}>
        <LogoIcon />
        <span aria-hidden="true">daemonscope</span>
      </ViewLink>
      <span className="rule" aria-hidden="true" />
      <Crumbs />
      <Tabs />
      <span className="grow" />
      <Filter />
      {simulated ? (
        <span className="badge-sim" lang="en" title={t("freshness.simulated")}>
          SIMULATED
        </span>
      ) : null}
      <span
        className={`fresh ${fresh.kind}`}
        role="status"
        aria-label={t("chrome.freshness", { kind: t(`freshness.kinds.${fresh.kind}`) })}
        data-freshness={fresh.kind}
        title={freshnessSentence(t, fresh)}
      >
        {freshnessChip(t, fresh)}
      </span>
      <LanguageChoice />
      <ThemeButton />
      <SettingsButton />
    </header>
  );
}
