import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { useRef } from "react";
import { type ClustersView, hrefOfClusters, navigateClusters } from "../../data/clusters/clusters-view.ts";
import { TABS } from "../../data/url/tab-list.ts";
import { ClusterSwitcher } from "../../panels/bar/ClusterSwitcher.tsx";
import { DisabledTab } from "../../panels/bar/Tabs.tsx";
import { SettingsButton } from "../../panels/palette/SettingsButton.tsx";
import findCss from "../../ui/controls/find.module.css";
import { LogoIcon, SearchIcon } from "../../ui/controls/icons.tsx";
import barCss from "../../ui/controls/top-bar.module.css";
import { commandBoard } from "../../ui/keys/command-board.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

function Filter({ view }: { readonly view: ClustersView }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useCommand("filter", () => input.current?.focus());
  const write = (query: string) => navigateClusters({ ...view, query }, { replace: true });
  return (
    <label className={classes(findCss.find, view.query !== "" && findCss.filled)} title={t("clusters.filterHelp")}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={t("clusters.filter")}
        aria-description={t("clusters.filterHelp")}
        placeholder={t("clusters.filterShort")}
        value={view.query}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") commandBoard.give("nextRow");
          if (event.key !== "Escape") return;
          event.stopPropagation();
          write("");
          event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

interface ClustersBarProps {
  readonly view: ClustersView;
  readonly count: number | undefined;
  readonly isSimulated: boolean;
  /** Time since the server's last answer, once the server is lost; undefined while it answers. */
  readonly lostMs: number | undefined;
}

export function ClustersBar({ view, count, isSimulated, lostMs }: ClustersBarProps) {
  const { t } = useTranslation();
  const kind = count === undefined ? "connecting" : lostMs === undefined ? "live" : "disconnected";
  return (
    <header className={barCss.bar}>
      <a href={hrefOfClusters({ open: undefined, version: undefined, query: "" })} className={barCss.logo} aria-label={t("clusters.home")}>
        <LogoIcon />
      </a>
      <ClusterSwitcher name={count === undefined ? t("chrome.connecting") : t("clusters.count", { count })} />
      <nav className={barCss.tabs} data-tabs aria-label={t("chrome.pages")}>
        {TABS.map((tab, at) =>
          at === 0 ? (
            <a key={tab.name} href={hrefOfClusters({ open: undefined, version: undefined, query: "" })} aria-current="page">
              {t(`chrome.tabs.${tab.name}`)}
            </a>
          ) : (
            <DisabledTab key={tab.name} tab={tab} why={t("clusters.onlyOneCluster")} />
          ),
        )}
      </nav>
      <span className="grow" />
      <Filter view={view} />
      {isSimulated ? (
        <span className={barCss.simulated} lang="en" title={t("freshness.simulated")}>
          SIMULATED
        </span>
      ) : null}
      <span
        className="visually-hidden"
        role="status"
        aria-live="off"
        aria-label={t("chrome.freshness", { kind: t(`freshness.kinds.${kind}`) })}
        data-freshness={kind}
      >
        {t(`freshness.chip.${kind}`, { age: humanDuration(lostMs ?? 0) })}
      </span>
      <SettingsButton />
    </header>
  );
}
