import { useEffect, useRef } from "react";
import { useIsNow } from "../../data/hooks/cluster-context.ts";
import { useView } from "../../data/url/navigation.ts";
import { currentOf, TABS, type Tab } from "../../data/url/tab-list.ts";
import type { View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import css from "../../ui/controls/top-bar.module.css";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** A tab that leads nowhere now. It stays, so that no tab moves. */
export function DisabledTab({ tab, why }: { readonly tab: Tab; readonly why?: string }) {
  const { t } = useTranslation();
  return (
    <span className={css.off} role="link" aria-disabled="true" title={why} data-text={t(`chrome.tabs.${tab.name}`)}>
      {t(`chrome.tabs.${tab.name}`)}
    </span>
  );
}

/** Returns the view of a tab. What if opens with the DaemonSet of the page. */
function tabView({ view }: Tab, current: View): View {
  if (view.page !== "whatIf" || current.page !== "daemonSet") return view;
  return { ...view, look: { daemonset: `${current.namespace}/${current.name}` } };
}

/** Links to the main pages. On a narrow screen they have a separate row that scrolls. */
export function Tabs() {
  const { t } = useTranslation();
  const view = useView();
  const { page } = view;
  const isNow = useIsNow();
  const row = useRef<HTMLElement>(null);
  const current = TABS.findIndex((tab) => currentOf(tab, page) !== undefined);
  const scrolled = useRef(0);
  useEffect(() => {
    // A row that is at its start needs no layout for its first tab.
    if (scrolled.current !== current) row.current?.children[current]?.scrollIntoView({ block: "nearest", inline: "center" });
    scrolled.current = current;
  }, [current]);
  return (
    <nav ref={row} className={css.tabs} data-tabs aria-label={t("chrome.pages")}>
      {TABS.map((tab) =>
        tab.isOfNow === true && !isNow ? (
          <DisabledTab key={tab.name} tab={tab} why={t("chrome.onlyLive")} />
        ) : (
          <ViewLink key={tab.name} view={tabView(tab, view)} data-text={t(`chrome.tabs.${tab.name}`)} aria-current={currentOf(tab, page)}>
            {t(`chrome.tabs.${tab.name}`)}
          </ViewLink>
        ),
      )}
    </nav>
  );
}
