import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey, namespaceOfKey } from "@daemonscope/kube/base/object-key";
import { DAEMON_SET_SECTIONS } from "@daemonscope/shared/http/sections";
import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { rowCount, sortedNames } from "@daemonscope/shared/state/row-ids";
import { useState } from "react";
import { isDataStale } from "../data/freshness/freshness.ts";
import { isStoryLoading } from "../data/freshness/is-story-loading.ts";
import { useClusterView, useFreshness, useIsNow, useNow } from "../data/hooks/cluster-context.ts";
import { useAreNodesLoading } from "../data/hooks/nodes-loading-state.ts";
import { navigate } from "../data/url/navigation.ts";
import { nearestPaths } from "../data/url/nearest-paths.ts";
import type { DaemonSetView } from "../data/url/url.ts";
import { AtRest } from "../draw/cell/use-palette.ts";
import headCss from "../pages/daemonset/head.module.css";
import pageCss from "../pages/daemonset/page.module.css";
import { isResting } from "../pages/fleet/row-status.ts";
import { SectionTabs } from "../panels/sections/SectionTabs.tsx";
import { countsNote } from "../panels/verdict/counts-note.ts";
import { FactLine } from "../panels/verdict/FactLine.tsx";
import { withoutForecast } from "../panels/verdict/pace/rollout-pace-text.ts";
import { reversalWords, strategyReversalWords, withOwnerName } from "../panels/verdict/reversal-text.ts";
import { revisionWords } from "../panels/verdict/revision-since-text.ts";
import { verdictOn } from "../panels/verdict/select-verdict.ts";
import { VerdictLine } from "../panels/verdict/VerdictLine.tsx";
import { WithUser } from "../panels/verdict/WithUser.tsx";
import { copyText } from "../ui/announce/copy-text.ts";
import { CopyButton } from "../ui/controls/CopyButton.tsx";
import { RovingGroup } from "../ui/controls/RovingGroup.tsx";
import { useCommand } from "../ui/keys/use-command.ts";
import { Connecting } from "../ui/loading/Connecting.tsx";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../ui/loading/lazy-with-text.ts";
import { NodesRead } from "../ui/loading/NodesRead.tsx";
import { classes } from "../ui/theme/classes.ts";
import { useTranslation } from "../words/i18n/use-translation.tsx";
import { LoadingOverview } from "./LoadingOverview.tsx";
import { LoadingPage } from "./LoadingPage.tsx";
import { SectionBody } from "./SectionBody.tsx";

/** The full hue lasts this long after a rollout or a failure, so that the end is visible. */
const REST_AFTER_MS = 60_000;

/** Reports whether a DaemonSet neither rolls nor fails, nor did so within the last minute on this page. */
function useAtRest(record: DaemonSetRecord | undefined, nowMs: number): boolean {
  const isActive = record !== undefined && !isResting(record);
  const [activeAtMs, setActiveAtMs] = useState<number | undefined>(undefined);
  if (isActive && activeAtMs !== nowMs) setActiveAtMs(nowMs);
  // After a jump back in time, the last activity is in the future.
  return !isActive && (activeAtMs === undefined || nowMs < activeAtMs || nowMs - activeAtMs >= REST_AFTER_MS);
}

const DaemonSetPage = lazyWithWords(() => import("../pages/daemonset/DaemonSetPage.tsx").then((module) => module.DaemonSetPage));
/** Loads only if no node matches, so that most pages do not pay for it. */
const WantedNowhere = lazyWithWords(() => import("../pages/labels/WantedNowhere.tsx").then((module) => module.WantedNowhere));
const NotThere = lazyWithWords(() => import("../ui/loading/NotFound.tsx").then((module) => module.NotFound));
const WhyPanel = lazyWithWords(() => import("../panels/explain/WhyPanel.tsx").then((module) => module.WhyPanel));
const WarningMark = lazyWithWords(() => import("../panels/sections/WarningMark.tsx").then((module) => module.WarningMark));
const HeadActions = lazyWithWords(() => import("../panels/actions/HeadActions.tsx").then((module) => module.HeadActions));
const ActionsDrawer = lazyWithWords(() => import("../panels/actions/ActionsDrawer.tsx").then((module) => module.ActionsDrawer));

/** Opens and closes the actions of the DaemonSet. They need all nodes. */
function ActionsButton({ view, areNodesAwaited }: { readonly view: DaemonSetView; readonly areNodesAwaited: boolean }) {
  const { t } = useTranslation();
  const isOpen = view.drawer === "fix" && !areNodesAwaited;
  const toggle = () => navigate({ ...view, node: undefined, drawer: isOpen ? undefined : "fix" });
  useCommand("actions", areNodesAwaited ? undefined : toggle);
  return (
    <button
      type="button"
      className={classes("btn quiet", headCss.remedies)}
      aria-expanded={isOpen}
      disabled={areNodesAwaited}
      onClick={toggle}
    >
      {t("chrome.actions")}
    </button>
  );
}

/** Headline with actions, and the line with the most important fact. */
function DaemonSetHead({
  view,
  record,
  command,
}: {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  readonly command: string;
}) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const nowMs = useNow();
  const fresh = useFreshness();
  const isNow = useIsNow();
  const areNodesAwaited = useAreNodesLoading();
  const current = record.revisions.find((revision) => revision.current);
  const counts = isDataStale(fresh) ? undefined : countsNote(t, record);
  const strategyReverted = strategyReversalWords(t, record, nowMs);
  if (state === undefined) return null;
  return (
    <>
      <VerdictLine
        verdict={verdictOn(t, isDataStale(fresh) ? withoutForecast(record) : record, nowMs, {
          sources: state.sources,
          ...(areNodesAwaited ? {} : { nodes: rowCount(state.rows) }),
        })}
        linked={false}
        tools={
          isNow ? (
            <RovingGroup isInLine>
              <CopyButton text={command} label={t("verdict.copy", { command })} word="kubectl" />
              <ActionsButton view={view} areNodesAwaited={areNodesAwaited} />
            </RovingGroup>
          ) : undefined
        }
        actions={
          isNow && !areNodesAwaited ? (
            <LazyPart about={record.key} onFailed={() => {}}>
              <HeadActions view={view} record={record} />
            </LazyPart>
          ) : null
        }
      >
        {current === undefined ? null : (
          // During a deletion no rollout is observed any more, so that the sentence of kubectl would mislead.
          <span title={record.deleting ? current.hash : record.rollout.message}>
            {reversalWords(t, record, nowMs) ?? (
              <WithUser record={withOwnerName(t, record)} text={(named) => revisionWords(t, named, nowMs)} />
            )}
          </span>
        )}
        {strategyReverted === undefined ? null : <span>{strategyReverted}</span>}
        {counts === undefined ? null : <span>{counts}</span>}
      </VerdictLine>
      <FactLine
        record={record}
        nowMs={nowMs}
        isLive={fresh.kind === "live"}
        noMatch={
          hasNoMatchingNode(record) && !areNodesAwaited ? (
            <LazyPart about={record.key}>
              <WantedNowhere record={record} />
            </LazyPart>
          ) : undefined
        }
      />
    </>
  );
}

/** One DaemonSet: its verdict, its sections, and the open side panel. */
export function DaemonSetRoute({ view }: { readonly view: DaemonSetView }) {
  const { state, seq } = useClusterView();
  const key = `${view.namespace}/${view.name}`;
  const record = state === undefined ? undefined : daemonSetNamed(state, key);
  const isAtRest = useAtRest(record, useNow());
  const command = kubectlLine(state?.cluster, view.namespace, ["rollout", "status", `ds/${view.name}`]);
  useCommand("copyName", () => void copyText(view.name));
  const areNodesAwaited = useAreNodesLoading();
  const isNow = useIsNow();
  useCommand("copyKubectl", isNow ? () => void copyText(command) : undefined);
  if (state === undefined) return <Connecting />;
  // Until the story of the link has begun, the names are those of another cluster.
  if (record === undefined && isStoryLoading(location.search, state.cluster.scenario)) return <LoadingPage />;
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
            namespace: namespaceOfKey(name),
            name: nameOfKey(name),
            node: undefined,
            drawer: undefined,
          })}
        />
      </LazyPart>
    );
  return (
    <AtRest value={isAtRest}>
      <main data-seq={seq} className={isAtRest ? pageCss.atRest : undefined}>
        <DaemonSetHead view={view} record={record} command={command} />
        <div className={pageCss.frame}>
          <SectionTabs
            sections={DAEMON_SET_SECTIONS.filter((each) => each !== "worklist" || record.strategy === "OnDelete" || view.section === each)}
            current={view.section}
            viewOf={(section) => ({ ...view, section, at: {}, node: undefined, drawer: undefined })}
            warnings={
              <LazyPart about={key} onFailed={() => {}}>
                <WarningMark query={{ namespace: view.namespace, daemonSet: view.name }} />
              </LazyPart>
            }
          />
          {view.section === "overview" ? (
            <LazyPart about={key} fallback={<LoadingOverview record={record} />}>
              <DaemonSetPage daemonSetKey={key} />
            </LazyPart>
          ) : (
            <div className={pageCss.section}>
              {areNodesAwaited && view.section === "worklist" ? (
                <p>
                  <NodesRead />
                </p>
              ) : (
                <SectionBody view={view} />
              )}
            </div>
          )}
          {/* If kinds that the DaemonSet needs are not read yet, the drawer opens and states this itself. */}
          {view.drawer === undefined || !isNow || (areNodesAwaited && record.unread.length === 0) ? null : (
            <LazyPart about={`${key} ${view.drawer}`}>
              <ActionsDrawer view={view} record={record} />
            </LazyPart>
          )}
          {view.section !== "overview" || view.node === undefined || areNodesAwaited ? null : (
            <LazyPart about={`${key} node`}>
              <WhyPanel view={view} node={view.node} />
            </LazyPart>
          )}
        </div>
        {/* A panel and the worklist have their own buttons. */}
        {!isNow || areNodesAwaited || view.drawer !== undefined || view.node !== undefined || view.section === "worklist" ? null : (
          <LazyPart about={key} onFailed={() => {}}>
            <HeadActions view={view} record={record} isInBar />
          </LazyPart>
        )}
      </main>
    </AtRest>
  );
}
