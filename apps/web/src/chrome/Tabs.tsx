import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useView } from "../navigation.ts";
import { ViewLink } from "../ViewLink.tsx";
import { currentOf, TABS } from "./tab-list.ts";

/** The pages beside each other, as links: a row of its own that scrolls where the bar has no room. */
export function Tabs() {
  const { t } = useTranslation();
  const { page } = useView();
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another tab
  useEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [page]);
  return (
    <nav ref={row} className="tabs" aria-label={t("chrome.pages")}>
      {TABS.map((tab) => (
        <ViewLink key={tab.name} view={tab.view} aria-current={currentOf(tab, page)}>
          {t(`chrome.tabs.${tab.name}`)}
        </ViewLink>
      ))}
    </nav>
  );
}
