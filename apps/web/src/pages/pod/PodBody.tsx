import { mainContainer } from "@daemonscope/daemonset/pods/life/main-container";
import type { EndedRun, PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { podState } from "@daemonscope/daemonset/pods/life/pod-state";
import { podTrail } from "@daemonscope/daemonset/pods/life/pod-trail";
import type { PodDaemonSet } from "@daemonscope/shared/http/pod";
import { type ClusterState, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { navigate } from "../../data/url/navigation.ts";
import { logsView, yamlView } from "../../data/url/pod-sections.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CauseHelp } from "../../panels/causes/CauseHelp.tsx";
import { CauseMessage } from "../../panels/causes/CauseMessage.tsx";
import { Trail } from "../../panels/explain/trail/Trail.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { ContainerTable } from "./containers/ContainerTable.tsx";
import { PodLife } from "./containers/PodLife.tsx";
import { PodEvents } from "./PodEvents.tsx";
import { PodSide } from "./PodSide.tsx";
import type { PodPageParts } from "./page-parts.ts";
import css from "./pod.module.css";
import { ReadLine } from "./ReadLine.tsx";
import { failingContainerText, podVerdict } from "./state-text.ts";

/** The page of an existing pod, most urgent parts first. */
export function PodBody({
  view,
  answer,
  command,
  nowMs,
  read,
  state,
  runs,
}: PodPageParts<"there"> & { readonly state: ClusterState | undefined; readonly runs: ReadonlyMap<string, readonly EndedRun[]> }) {
  const { t } = useTranslation();
  const { daemonSet, podEvents, use } = answer;
  // Events and the node say more than the pod's own status.
  const trouble = daemonSet?.trouble?.cause ?? answer.pod.trouble;
  const pod = { ...answer.pod, trouble };
  const message = daemonSet?.trouble?.detail.message ?? pod.message;
  const node = state === undefined || pod.node === undefined ? undefined : nodeNamed(state, pod.node);
  const current = podState(pod, daemonSet?.minReadySeconds, nowMs, node?.ready);
  const placed = daemonSet?.placement?.verdict;
  const isMisscheduled = node?.ready === "True" && (placed === "keep" || placed === "exclude");
  const verdict = podVerdict(t, current, nowMs, isMisscheduled);
  const failingContainer = failingContainerText(t, pod, current);
  return (
    <main className="data">
      <Headline
        look={verdict.look}
        word={verdict.word}
        sentence={verdict.sentence}
        isBad={verdict.isBad}
        about={t("pod.title", { name: view.name })}
        tools={<CopyButton text={command} label={t("pod.links.copy", { command })} word="kubectl" />}
        actions={<PodLinks pod={pod} daemonSet={daemonSet} />}
      >
        {failingContainer === undefined ? null : <b>{failingContainer}</b>}
        <span className={classes("mono", css.name)}>{pod.name}</span>
        {pod.node === undefined ? null : (
          <ViewLink className={css.link} view={{ page: "node", name: pod.node }}>
            {pod.node}
          </ViewLink>
        )}
      </Headline>
      <Trail
        steps={podTrail(pod, podEvents.events, daemonSet?.minReadySeconds, nowMs, daemonSet?.wanted)}
        wanted={daemonSet?.wanted && { by: daemonSet.wanted.by, revision: daemonSet.revision }}
        nowMs={nowMs}
      />
      <div className={css.columns}>
        <div className={css.wide}>
          {pod.hasStatus ? null : <p className={css.missing}>{t("pod.missing.status")}</p>}
          {message === undefined ? null : (
            <div className={css.message}>
              {t(pod.node === undefined ? "pod.containers.schedulerMessage" : "pod.containers.kubeletMessage")}
              <CauseMessage message={message} />
            </div>
          )}
          {trouble === undefined || current.kind === "available" ? null : <CauseHelp cause={trouble} />}
          <PodLife pod={pod} nowMs={nowMs} runs={runs} />
          <ContainerTable pod={pod} use={use} nowMs={nowMs} />
          <PodEvents podEvents={podEvents} nowMs={nowMs} />
          <ReadLine read={read} />
        </div>
        <PodSide pod={pod} daemonSet={daemonSet} state={state} nowMs={nowMs} />
      </div>
    </main>
  );
}

interface PodLinksProps {
  readonly pod: PodDetail;
  readonly daemonSet: PodDaemonSet | undefined;
}

/** Links to the pod's logs and YAML. Both are read through its DaemonSet. */
function PodLinks({ pod, daemonSet }: PodLinksProps) {
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
