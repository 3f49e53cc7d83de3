import { mainContainer } from "@daemonscope/daemonset/pods/life/main-container";
import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { useTranslation } from "react-i18next";
import { logsView, yamlView } from "../../data/url/pod-sections.ts";
import { type DaemonSetView, podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import css from "./proof/explain.module.css";

interface NextLinksProps {
  readonly view: DaemonSetView;
  readonly pod: string;
  /** The pod restarted: its previous run says more than the new one. */
  readonly crashed: boolean;
  /** The pod as it was read. Undefined without a request, or before the response. */
  readonly podDetail: PodDetail | undefined;
}

/** Links from a pod to its page, logs, events and YAML. */
export function NextLinks({ view, pod, crashed, podDetail }: NextLinksProps) {
  const { t } = useTranslation();
  const daemonSetPage = { ...view, node: undefined } as const;
  const container = podDetail && mainContainer(podDetail);
  const showsPreviousRun = container === undefined ? crashed : crashed && container.before !== undefined;
  return (
    <nav className={css.links} data-of-now aria-label={t("explain.goOn")}>
      <ViewLink view={podView(view.namespace, pod)}>{t("sections.pod")}</ViewLink>
      <ViewLink view={logsView(daemonSetPage, pod, container?.name, showsPreviousRun)}>
        {t(showsPreviousRun ? "explain.logsBefore" : "sections.logs")}
      </ViewLink>
      <ViewLink view={{ ...daemonSetPage, section: "events", at: { find: pod } }}>{t("sections.events")}</ViewLink>
      <ViewLink view={yamlView(daemonSetPage, pod)}>{t("sections.yaml")}</ViewLink>
    </nav>
  );
}
