import { kubectlLine } from "@daemonscope/daemonset/actions/kubectl-line";
import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/is-wanted-nowhere";
import { daemonSetNamed } from "@daemonscope/shared/cluster-state";
import { DAEMON_SET_SECTIONS } from "@daemonscope/shared/http/sections";
import { rowCount, sortedNames } from "@daemonscope/shared/slots";
import { useTranslation } from "react-i18next";
import { navigate } from "../address/navigation.ts";
import { nearestPaths } from "../address/nearest-paths.ts";
import { type DaemonSetView, WHAT_IF_VIEW } from "../address/url.ts";
import { ViewLink } from "../address/ViewLink.tsx";
import { useClusterView, useFreshness, useIsNow, useNow } from "../cluster/cluster-context.ts";
import { isDataStale } from "../cluster/freshness.ts";
import { useAreNodesLoading } from "../cluster/nodes-awaited.ts";
import { CopyButton } from "../controls/CopyButton.tsx";
import { copyText } from "../controls/copy-text.ts";
import { RovingGroup } from "../controls/Roving.tsx";
import { useCommand } from "../keys/use-command.ts";
import { Connecting } from "../loading/Connecting.tsx";
import { LazyPart } from "../loading/LazyPart.tsx";
import { lazyWithWords } from "../loading/lazily.ts";
import { NodesRead } from "../loading/NodesRead.tsx";
import { withoutForecast } from "../pace/pace-words.ts";
import { SectionTabs } from "../sections/SectionTabs.tsx";
import { StableStack } from "../steady/Steady.tsx";
import { revisionWords } from "../verdict/revision-words.ts";
import { verdictOn } from "../verdict/select-verdict.ts";
import { VerdictLine } from "../verdict/VerdictLine.tsx";
import { LoadingPage } from "./LoadingPage.tsx";
import { LoadingSection } from "./LoadingSection.tsx";
import { SectionBody } from "./SectionBody.tsx";

const DaemonSetPage = lazyWithWords(() => import("../rollout/DaemonSetPage.tsx").then((module) => module.DaemonSetPage));
const NotThere = lazyWithWords(() => import("../loading/NotThere.tsx").then((module) => module.NotFound));
const WhyPanel = lazyWithWords(() => import("../explain/WhyPanel.tsx").then((module) => module.WhyPanel));
const ActionsDrawer = lazyWithWords(() => import("../actions/ActionsDrawer.tsx").then((module) => module.ActionsDrawer));
/** Loads only if no node is eligible, so that most pages do not pay for it. */
const WantedNowhere = lazyWithWords(() => import("../labels/WantedNowhere.tsx").then((module) => module.WantedNowhere));

/** Opens and closes the actions of the DaemonSet. They need all nodes. */
function ToTheActions({ view, areNodesAwaited }: { readonly view: DaemonSetView; readonly areNodesAwaited: boolean }) {
  const { t } = useTranslation();
  const isOpen = view.drawer === "fix" && !areNodesAwaited;
  const turn = () => navigate({ ...view, node: undefined, drawer: isOpen ? undefined : "fix" });
  useCommand("actions", areNodesAwaited ? undefined : turn);
  return (
    <button type="button" className="btn" aria-expanded={isOpen} disabled={areNodesAwaited} onClick={turn}>
      {t("chrome.actions")}
    </button>
  );
}

/** One DaemonSet: its verdict, its sections, and the open side panel. */
export function DaemonSetRoute({ view }: { readonly view: DaemonSetView }) {
  const { t } = useTranslation();
  const { state, seq } = useClusterView();
  const nowMs = useNow();
  const fresh = useFreshness();
  const key = `${view.namespace}/${view.name}`;
  const record = state === undefined ? undefined : daemonSetNamed(state, key);
  const command = kubectlLine(state?.cluster, view.namespace, ["rollout", "status", `ds/${view.name}`]);
  useCommand("copyName", () => void copyText(view.name));
  const areNodesAwaited = useAreNodesLoading();
  const isNow = useIsNow();
  useCommand("copyKubectl", isNow ? () => void copyText(command) : undefined);
  if (state === undefined) return <Connecting />;
  if (record === undefined)
    return (
      <LazyPart isPage about={key} fallback={<LoadingPage />}>
        <NotThere
          kind="daemonSet"
          name={key}
          known={sortedNames(state.columns)}
          nearest={nearestPaths}
          linkOf={(name) => ({
            ...view,
            namespace: name.split("/")[0] ?? "",
            name: name.split("/")[1] ?? "",
            node: undefined,
            drawer: undefined,
          })}
        />
      </LazyPart>
    );
  const current = record.revisions.find((revision) => revision.current);
  return (
    <main data-seq={seq}>
      <StableStack>
        <VerdictLine
          verdict={verdictOn(t, isDataStale(fresh) ? withoutForecast(record) : record, nowMs, {
            sources: state.sources,
            ...(areNodesAwaited ? {} : { nodes: rowCount(state.rows) }),
          })}
          linked={false}
        >
          {current === undefined ? null : (
            <span className="i3" title={current.hash}>
              {revisionWords(t, record, nowMs)}
            </span>
          )}
          {/* Its length changes with each pod, so that content after it would move. */}
          <code className="ell" lang="en">
            {record.rollout.message}
          </code>
          <LazyPart about={key}>{hasNoMatchingNode(record) && !areNodesAwaited ? <WantedNowhere record={record} /> : null}</LazyPart>
          <span className="grow" />
          {isNow ? (
            <RovingGroup isInLine>
              <ViewLink className="btn" view={{ ...WHAT_IF_VIEW, look: { daemonset: key } }}>
                {t("chrome.whatIf")}
              </ViewLink>
              <ToTheActions view={view} areNodesAwaited={areNodesAwaited} />
              <CopyButton text={command} label={t("verdict.copy", { command })} />
            </RovingGroup>
          ) : null}
        </VerdictLine>
        <SectionTabs
          sections={DAEMON_SET_SECTIONS.filter((each) => each !== "worklist" || record.strategy === "OnDelete" || view.section === each)}
          current={view.section}
          viewOf={(section) => ({ ...view, section, at: {}, node: undefined, drawer: undefined })}
        />
        {view.section === "overview" ? (
          <LazyPart about={key} fallback={<LoadingSection />}>
            <DaemonSetPage daemonSetKey={key} />
          </LazyPart>
        ) : areNodesAwaited && view.section === "worklist" ? (
          <p>
            <NodesRead />
          </p>
        ) : (
          <SectionBody view={view} />
        )}
      </StableStack>
      {/* While the server still reads them, the drawer states this itself. */}
      {view.drawer === undefined || !isNow || (areNodesAwaited && record.unread.length === 0) ? null : (
        <LazyPart about={`${key} ${view.drawer}`}>
          <ActionsDrawer view={view} record={record} />
        </LazyPart>
      )}
      {view.section !== "overview" || view.node === undefined || areNodesAwaited ? null : (
        <LazyPart about={`${key} ${view.node}`}>
          <WhyPanel key={view.node} view={view} node={view.node} />
        </LazyPart>
      )}
    </main>
  );
}
