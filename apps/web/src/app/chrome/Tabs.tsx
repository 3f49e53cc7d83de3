import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useView } from "../../data/url/navigation.ts";
import { currentOf, TABS } from "../../data/url/tab-list.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import css from "../../ui/controls/top-bar.module.css";

/** Links to the main pages. If the bar is too narrow, they have a separate row that scrolls. */
export function Tabs() {
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
