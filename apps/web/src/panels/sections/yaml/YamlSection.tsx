import { navigate } from "../../../data/url/navigation.ts";
import { withQuery } from "../../../data/url/section-query.ts";
import type { DaemonSetView, NodeView } from "../../../data/url/url.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { PodPicker } from "../PodPicker.tsx";
import { YamlPanel } from "./YamlPanel.tsx";

/** The YAML of a DaemonSet, of one of its pods, or of a node. */
export function YamlSection({ view }: { readonly view: DaemonSetView | NodeView }) {
  const { t } = useTranslation();
  const { at = {} } = view;
  const managed = at.managed === "true";
  const more = managed ? { managed: "true" } : {};
  const onManaged = (shown: boolean) => {
    const next = withQuery(at, { managed: shown ? "true" : undefined });
    navigate({ ...view, at: next }, { replace: true });
  };
  if (view.page === "node")
    return <YamlPanel key={view.name} query={{ node: view.name, ...more }} managed={managed} onManaged={onManaged} />;
  const onPod = (pod: string | undefined) => navigate({ ...view, at: withQuery(at, { pod }) });
  const query = { namespace: view.namespace, daemonSet: view.name, ...(at.pod === undefined ? {} : { pod: at.pod }), ...more };
  return (
    <YamlPanel
      key={at.pod ?? ""}
      query={query}
      managed={managed}
      onManaged={onManaged}
      podLink={(pod) => ({ ...view, at: withQuery(at, { pod }) })}
    >
      <PodPicker view={view} chosen={at.pod} none={t("yaml.daemonSet")} onPod={onPod} />
    </YamlPanel>
  );
}
