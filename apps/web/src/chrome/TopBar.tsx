import { useEffect, useRef, useState } from "react";
import { useCluster, useFreshness } from "../cluster/cluster-context.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { navigate, useView } from "../navigation.ts";
import { applyTheme, nextTheme, readTheme } from "../theme/theme.ts";
import { FLEET_VIEW } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import { LogoIcon, SearchIcon, ThemeIcon } from "./icons.tsx";

function Crumbs() {
  const view = useView();
  const context = useCluster(({ state }) => state?.cluster.context);
  const [kind, name] =
    view.page === "daemonSet" ? [view.namespace, view.name] : view.page === "node" ? ["nodes", view.name] : [undefined, undefined];
  return (
    <nav className="crumb" aria-label="Where you are">
      <ViewLink view={FLEET_VIEW} className={name === undefined ? undefined : "wide"}>
        <b>
          <MiddleCut text={context ?? "connecting"} />
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
  const label = view.page === "fleet" ? "Filter DaemonSets" : "Filter nodes, labels";
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
  const [choice, setChoice] = useState(readTheme);
  const label = `Theme: ${choice}`;
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
  const simulated = useCluster(({ state }) => state?.cluster.simulated === true);
  const fresh = useFreshness();
  return (
    <header className="top">
      <ViewLink view={FLEET_VIEW} className="logo" aria-label="Daemonscope, all DaemonSets">
        <LogoIcon />
        <span aria-hidden="true">daemonscope</span>
      </ViewLink>
      <span className="rule" aria-hidden="true" />
      <Crumbs />
      <span className="grow" />
      <Filter />
      {simulated ? <span className="badge-sim">SIMULATED</span> : null}
      <span
        className={`fresh ${fresh.kind}`}
        role="status"
        aria-label={`Freshness: ${fresh.kind}`}
        data-freshness={fresh.kind}
        title={fresh.sentence}
      >
        {fresh.text}
      </span>
      <ThemeButton />
    </header>
  );
}
