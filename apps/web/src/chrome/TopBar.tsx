import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCluster, useFreshness } from "../cluster/cluster-context.ts";
import { LanguageChoice } from "../i18n/LanguageChoice.tsx";
import { MiddleCut } from "../MiddleCut.tsx";
import { navigate, useView } from "../navigation.ts";
import { applyTheme, nextTheme, readTheme } from "../theme/theme.ts";
import { FLEET_VIEW } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { LogoIcon, SearchIcon, ThemeIcon } from "./icons.tsx";
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

/** Filters what the page lists: names of DaemonSets, nodes, or `key=value` of a label. `/` comes here, also on a Chinese keyboard. */
function Filter() {
  const { t } = useTranslation();
  const view = useView();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLTextAreaElement ||
        event.target instanceof HTMLSelectElement;
      if ((event.key !== "/" && event.key !== "／") || typing || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (view.page !== "fleet" && view.page !== "daemonSet") return null;
  const label = t(view.page === "fleet" ? "chrome.filterDaemonSets" : "chrome.filterNodes");
  return (
    <label className={view.query === "" ? "find" : "find on"} title={label}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={view.query}
        onChange={(event) => navigate({ ...view, query: event.target.value }, { replace: true })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          navigate({ ...view, query: "" }, { replace: true });
          event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(readTheme);
  const label = t("chrome.theme", { choice: t(`chrome.themes.${choice}`) });
  const change = () => {
    const next = nextTheme(choice);
    applyTheme(next);
    setChoice(next);
  };
  return (
    <button type="button" className="iconbtn" aria-label={label} title={label} onClick={change}>
      <ThemeIcon />
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
      {simulated ? <span className="badge-sim">SIMULATED</span> : null}
      <span
        className={`fresh ${fresh.kind}`}
        role="status"
        aria-label={t("chrome.freshness", { kind: fresh.kind })}
        data-freshness={fresh.kind}
        title={fresh.sentence}
      >
        {fresh.text}
      </span>
      <LanguageChoice />
      <ThemeButton />
    </header>
  );
}
