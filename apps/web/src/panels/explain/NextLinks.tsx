import { useTranslation } from "react-i18next";
import { logsView, yamlView } from "../../data/url/pod-sections.ts";
import { type DaemonSetView, podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import css from "./proof/explain.module.css";

interface NextLinksProps {
  readonly view: DaemonSetView;
  /** Undefined for a node that does not exist. */
  readonly node: string | undefined;
  /** Undefined if the node has no pod: the links then lead to the DaemonSet. */
  readonly pod: string | undefined;
  /** The panel shows no log of this pod. */
  readonly hasLogs: boolean;
}

/** Links from a pair to its pod, logs, events, YAML and node. */
export function NextLinks({ view, node, pod, hasLogs }: NextLinksProps) {
  const { t } = useTranslation();
  const daemonSetPage = { ...view, node: undefined } as const;
  return (
    <nav className={css.links} data-of-now aria-label={t("explain.goOn")}>
      {pod === undefined ? null : <ViewLink view={podView(view.namespace, pod)}>{t("sections.pod")}</ViewLink>}
      {pod === undefined || !hasLogs ? null : <ViewLink view={logsView(daemonSetPage, pod)}>{t("sections.logs")}</ViewLink>}
      <ViewLink view={{ ...daemonSetPage, section: "events", at: pod === undefined ? {} : { find: pod } }}>{t("sections.events")}</ViewLink>
      <ViewLink view={pod === undefined ? { ...daemonSetPage, section: "yaml", at: {} } : yamlView(daemonSetPage, pod)}>
        {t("sections.yaml")}
      </ViewLink>
      {node === undefined ? null : <ViewLink view={{ page: "node", name: node }}>{t("explain.node")}</ViewLink>}
    </nav>
  );
}
