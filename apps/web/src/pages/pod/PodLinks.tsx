import { mainContainer } from "@daemonscope/daemonset/pods/life/main-container";
import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { PodDaemonSet } from "@daemonscope/shared/http/pod";
import { useTranslation } from "react-i18next";
import { navigate } from "../../data/url/navigation.ts";
import { logsView, yamlView } from "../../data/url/pod-sections.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";

interface PodLinksProps {
  readonly pod: PodDetail;
  readonly daemonSet: PodDaemonSet | undefined;
}

/** Links to the pod's logs and YAML. Both are read through its DaemonSet. */
export function PodLinks({ pod, daemonSet }: PodLinksProps) {
  const { t } = useTranslation();
  const main = mainContainer(pod);
  const set = daemonSet === undefined ? undefined : daemonSetView(daemonSet.key);
  // One level up is the cell of the pod.
  useCommand("up", set === undefined ? undefined : () => navigate({ ...set, node: pod.node ?? pod.pinnedTo }));
  useCommand("logs", set === undefined ? undefined : () => navigate(logsView(set, pod.name, main?.name)));
  useCommand("yaml", set === undefined ? undefined : () => navigate(yamlView(set, pod.name)));
  if (set === undefined) return null;
  return (
    <>
      <ViewLink className="btn" view={logsView(set, pod.name, main?.name)}>
        {t("pod.links.logs")}
      </ViewLink>
      {main?.before === undefined ? null : (
        <ViewLink className="btn" view={logsView(set, pod.name, main.name, true)}>
          {t("pod.links.previous")}
        </ViewLink>
      )}
      <ViewLink className="btn" view={yamlView(set, pod.name)}>
        {t("pod.links.yaml")}
      </ViewLink>
    </>
  );
}
