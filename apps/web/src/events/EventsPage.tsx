import { useTranslation } from "react-i18next";
import { useTitle } from "../chrome/use-title.ts";
import { navigate } from "../navigation.ts";
import type { SectionQuery } from "../sections/section-query.ts";
import { EventsPanel } from "./EventsPanel.tsx";

/** Events about DaemonSets, their pods and nodes, of all that is watched. */
export function EventsPage({ at }: { readonly at: SectionQuery }) {
  const { t } = useTranslation();
  useTitle(t("events.title"));
  return (
    <main className="data">
      <h1 className="events-head">{t("events.title")}</h1>
      <p className="events-lead">{t("events.lead")}</p>
      <EventsPanel about={{ of: "all" }} at={at} onAt={(next) => navigate({ page: "events", at: next }, { replace: true })} />
    </main>
  );
}
