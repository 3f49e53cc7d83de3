import type { DaemonSetSection, NodeSection } from "@daemonscope/shared/http/sections";
import { type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { navigate } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

import css from "./sections.module.css";

type Section = DaemonSetSection | NodeSection;

/** Sections that need live data of the cluster. */
const LIVE_SECTIONS: ReadonlySet<Section> = new Set(["reach", "events", "logs", "yaml", "worklist", "actions"]);

/** The sections of one page as links, below its fixed part. */
export function SectionTabs<S extends Section>({
  sections,
  current,
  viewOf,
  warnings,
}: {
  readonly sections: readonly S[];
  readonly current: S;
  readonly viewOf: (section: S) => View;
  /** The mark of the events tab. */
  readonly warnings?: ReactNode;
}) {
  const { t } = useTranslation();
  const openerOf = (section: Section) => {
    const known = sections.find((each) => each === section);
    return known === undefined || known === current ? undefined : () => navigate(viewOf(known));
  };
  useCommand("overview", openerOf("overview"));
  useCommand("logs", openerOf("logs"));
  useCommand("yaml", openerOf("yaml"));
  useCommand("events", openerOf("events"));
  const tabs = useRef<HTMLElement | null>(null);
  const setTabs = useCallback((box: HTMLElement | null) => {
    tabs.current = box;
    return rovingTabIndex.ref(box);
  }, []);
  useLayoutEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>(`[data-section="${current}"]`);
    if (tabs.current !== null && tab) tabs.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - tabs.current.clientWidth / 2;
  }, [current]);
  return (
    <nav {...rovingTabIndex} ref={setTabs} className={css.tabs} data-section-tabs aria-label={t("sections.label")}>
      {sections.map((section) => (
        <ViewLink
          key={section}
          view={viewOf(section)}
          data-section={section}
          data-of-now={LIVE_SECTIONS.has(section) || undefined}
          aria-current={section === current ? "page" : undefined}
        >
          {t(`sections.${section}`)}
          {section === "events" ? warnings : null}
        </ViewLink>
      ))}
    </nav>
  );
}
