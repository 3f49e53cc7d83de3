import { navigate } from "../../../data/url/navigation.ts";
import type { SectionQuery } from "../../../data/url/section-query.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { EventsPanel } from "./EventsPanel.tsx";

/** Events about DaemonSets, their pods and nodes, of all watched objects. */
export function EventsPage({ at }: { readonly at: SectionQuery }) {
  const { t } = useTranslation();
  return (
    <main className="data" aria-label={t("events.title")}>
      <EventsPanel
        about={{ of: "all" }}
        at={at}
        view={{ page: "events", at }}
        onAt={(next) => navigate({ page: "events", at: next }, { replace: true })}
      />
    </main>
  );
}
