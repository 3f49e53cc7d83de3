import { useTranslation } from "react-i18next";
import { navigate } from "../../../data/url/navigation.ts";
import type { SectionQuery } from "../../../data/url/section-query.ts";
import { useTitle } from "../../../ui/announce/use-title.ts";
import { EventsPanel } from "./EventsPanel.tsx";
import css from "./events.module.css";

/** Events about DaemonSets, their pods and nodes, of all watched objects. */
export function EventsPage({ at }: { readonly at: SectionQuery }) {
  const { t } = useTranslation();
  useTitle(t("events.title"));
  return (
    <main className="data">
      <h1 className={css.heading}>{t("events.title")}</h1>
      <p className={css.lead}>{t("events.lead")}</p>
      <EventsPanel
        about={{ of: "all" }}
        at={at}
        view={{ page: "events", at }}
        onAt={(next) => navigate({ page: "events", at: next }, { replace: true })}
      />
    </main>
  );
}
