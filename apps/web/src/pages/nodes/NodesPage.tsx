import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { type ReactNode, useMemo, useState } from "react";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { type Readable, useReadable } from "../../data/computed/computed.ts";
import { ComputedView } from "../../data/computed/view-reducer.ts";
import { useThrottledCluster } from "../../data/hooks/use-throttled-cluster.ts";
import type { LensResult } from "../../data/lens/band.ts";
import { type Lens, lensText, NODES_LENSES, nodesLens } from "../../data/lens/lens.ts";
import { isInTrouble } from "../../data/nodes/down-agents.ts";
import { NODE_STATES, type NodeStates } from "../../data/nodes/select-node-states.ts";
import { nextGrouping } from "../../data/rows/groupings.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import { usePlacedNodes } from "../../data/rows/use-placed-nodes.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { NodesView } from "../../data/url/url.ts";
import { type AgentSlots, agentSlots, hasAnyNode } from "../../draw/agents/agent-slots.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { AtRest } from "../../draw/cell/use-palette.ts";
import { type GridSize, gridSizeFor, nextGridSize } from "../../draw/grid/layout/grid-size.ts";
import { NodeFilterChips } from "../../panels/filters/NodeFilterChips.tsx";
import { GridTools } from "../../panels/grid/GridTools.tsx";
import { LabelsChooser, LabelsNote } from "../../panels/grid/LabelsChooser.tsx";
import { LensSwitch } from "../../panels/grid/LensSwitch.tsx";
import { Legend, LegendMarks } from "../../panels/grid/legend/Legend.tsx";
import { LegendLine } from "../../panels/grid/legend/LegendLine.tsx";
import { LensLegend } from "../../panels/grid/legend/LensLegend.tsx";
import { ResortNotice } from "../../panels/grid/legend/ResortNotice.tsx";
import type { RequestedLabels } from "../../panels/grid/shown-labels.ts";
import { useLens } from "../../panels/grid/use-lens.ts";
import { useShownLabels } from "../../panels/grid/use-shown-labels.ts";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { DeferredRender } from "../../ui/loading/DeferredRender.tsx";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { useReducedMotion } from "../../ui/viewport/use-reduced-motion.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { AgentsLegend } from "./AgentsLegend.tsx";
import { NodesMap } from "./NodesMap.tsx";
import { NodesShortTable } from "./NodesShortTable.tsx";
import { NodesTable } from "./NodesTable.tsx";
import css from "./nodes.module.css";
import { nodesVerdict, notReadyWords, rolloutWords } from "./nodes-verdict.ts";
import { PoolProgressTables } from "./PoolProgressTables.tsx";

/** Space for the first rows of the rollouts in progress. */
const BELOW_MAP_UNDER_WAY = 190;

/** Returns the DaemonSets, sorted by verdict when the page opened, so that columns do not move under the pointer. New
 *  ones come last. */
function useColumnOrder(records: readonly DaemonSetRecord[]): readonly DaemonSetKey[] {
  const [kept, setKept] = useState<readonly DaemonSetKey[]>([]);
  const existing = new Set(records.map(({ key }) => key));
  const known = new Set(kept);
  if (kept.length === existing.size && kept.every((key) => existing.has(key))) return kept;
  const added = records.filter(({ key }) => !known.has(key)).sort(compareVerdicts);
  const order = [...kept.filter((key) => existing.has(key)), ...added.map(({ key }) => key)];
  setKept(order);
  return order;
}

/** Returns the slots of the DaemonSets that want a node or have a misscheduled pod, in this order; the same object
 *  while they are the same. */
function useAgentSlots(order: readonly DaemonSetKey[], records: readonly DaemonSetRecord[]): AgentSlots {
  const onSomeNode = new Set(records.filter(hasAnyNode).map(({ key }) => key));
  const keys = order.filter((key) => onSomeNode.has(key)).join("\n");
  return useMemo(() => agentSlots(keys === "" ? [] : keys.split("\n")), [keys]);
}

/** Returns the DaemonSets whose missing pods need a person; the same object while they are the same. */
function useTroubled(records: readonly DaemonSetRecord[]): ReadonlySet<DaemonSetKey> {
  const keys = records
    .filter(isInTrouble)
    .map(({ key }) => key)
    .join("\n");
  return useMemo(() => new Set(keys.split("\n")), [keys]);
}

const NO_REVISIONS: DaemonSetRecord["revisions"] = [];
const NO_ELIGIBILITY = () => undefined;

/** All nodes with all DaemonSets: which nodes lack an agent. */
export function NodesPage({ view }: { readonly view: NodesView }) {
  const { t } = useTranslation();
  const { view: cluster, source: clusterSource, nowMs, isLive } = useThrottledCluster();
  const source = useMemo(() => new ComputedView(clusterSource, NODE_STATES), [clusterSource]);
  const states = useReadable(source);
  const { state, seq } = cluster;
  if (state === undefined || states === undefined) return <Connecting />;
  const verdict = nodesVerdict(t, states, state.sources, daemonSetsOf(state), nowMs);
  const silent = notReadyWords(t, states, verdict);
  const rolling = verdict.sub === "" && silent === undefined ? rolloutWords(t, daemonSetsOf(state)) : "";
  return (
    <main data-seq={seq}>
      <Headline
        icon={<CellSwatch look={verdict.look} size={28} isResting />}
        word={verdict.word}
        sentence={verdict.sentence}
        isBad={verdict.isBad}
      >
        {verdict.sub === "" ? null : <span>{verdict.sub}</span>}
        {silent === undefined ? null : <span>{silent}</span>}
        {rolling === "" ? null : <span>{rolling}</span>}
      </Headline>
      {states.totals.nodes === 0 ? null : (
        <DeferredRender nodes={states.totals.nodes}>
          {() => (
            <NodesBody
              cluster={clusterSource}
              source={source}
              states={states}
              records={daemonSetsOf(state)}
              view={view}
              nowMs={nowMs}
              seq={seq}
              isLive={isLive}
            />
          )}
        </DeferredRender>
      )}
    </main>
  );
}

interface NodesBodyProps {
  readonly cluster: ReadableCluster;
  readonly source: Readable<NodeStates>;
  readonly states: NodeStates;
  readonly records: readonly DaemonSetRecord[];
  readonly view: NodesView;
  readonly nowMs: number;
  readonly seq: number;
  readonly isLive: boolean;
}

function NodesBody(props: NodesBodyProps) {
  const { cluster, source, states, records, view, nowMs, seq, isLive } = props;
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const size: GridSize = view.table ? "table" : gridSizeFor(view.size, states.totals.nodes);
  const { placed, sortAgain } = usePlacedNodes(source, view.group, size === "names" && !isPhone);
  const isReduced = useReducedMotion();
  const columns = useColumnOrder(records);
  const agents = useAgentSlots(columns, records);
  const troubled = useTroubled(records);
  const lens = useMemo(() => nodesLens(view.lens), [view.lens]);
  const reading = useLens(lens, states, NO_REVISIONS, NO_ELIGIBILITY, undefined, nowMs);
  const labels = useShownLabels(view.labels, undefined);
  if (placed === undefined) return null;
  const underWay = records.filter((record) => record.underWay && record.unread.length === 0).sort(compareVerdicts);
  const { counts, moved } = placed;
  const key = view.table || reading !== undefined ? null : <AgentsLegend agents={agents} states={states} troubled={troubled} view={view} />;
  return (
    <section className="data" aria-label={t("nodes.title")}>
      {isPhone ? null : key}
      <BodyTools {...props} placed={placed} size={size} lens={lens} reading={reading} requested={labels.requested}>
        <LegendLine>
          {reading === undefined ? (
            <>
              <span className={css.worst}>{t("nodes.worst")}</span>
              <AtRest value>
                <Legend
                  counts={counts}
                  filter={view.filter}
                  onFilter={(filter) => change(view, { filter })}
                  knowsRevisions={counts.figures.old > 0}
                />
              </AtRest>
            </>
          ) : (
            <LensLegend lens={lens} reading={reading} band={view.band} onBand={(band) => change(view, { band })} />
          )}
          <LegendMarks counts={counts} filter={view.filter} onFilter={(filter) => change(view, { filter })} />
        </LegendLine>
        <ResortNotice moved={view.table || size === "names" ? 0 : moved} onSort={sortAgain} />
      </BodyTools>
      <LabelsNote requested={labels.requested} isNamed={view.labels !== undefined} records={states.records} size={size} />
      <DeferredRender nodes={states.totals.nodes}>
        {() =>
          view.table ? (
            <NodesTable
              cluster={cluster}
              columns={columns}
              view={view}
              groupOf={placed.groupOf}
              labels={labels.shown}
              reading={reading}
              nowMs={nowMs}
            />
          ) : (
            <NodesMap
              states={states}
              placed={placed}
              agents={agents}
              lens={lens}
              reading={reading}
              labels={labels.shown}
              troubled={troubled}
              view={view}
              size={size}
              nowMs={nowMs}
              seq={seq}
              motion={!isLive ? "none" : isReduced ? "trace" : "fade"}
              below={underWay.length === 0 ? undefined : BELOW_MAP_UNDER_WAY}
            />
          )
        }
      </DeferredRender>
      {isPhone ? key : null}
      {view.table ? null : <NodesShortTable source={source} states={states} troubled={troubled} view={view} nowMs={nowMs} />}
      {underWay.length === 0 ? null : (
        <PoolProgressTables source={source} records={underWay} grouping={view.group} groupOf={placed.groupOf} />
      )}
    </section>
  );
}

const change = (view: NodesView, patch: Partial<NodesView>) => navigate({ ...view, ...patch }, { replace: true });

interface BodyToolsProps extends NodesBodyProps {
  readonly lens: Lens;
  readonly reading: LensResult | undefined;
  readonly requested: RequestedLabels;
  readonly placed: PlacedNodes;
  readonly size: GridSize;
  /** The legend. */
  readonly children: ReactNode;
}

/** The tools for grouping, size, labels, lens and filters of the nodes. */
function BodyTools({ source, states, placed, size, view, lens, reading, requested, children }: BodyToolsProps) {
  const { records, totals } = states;
  const { group: grouping } = view;
  const onSize = (next: GridSize) => change(view, next === "table" ? { table: true } : { table: false, size: next });
  useCommand("group", () => change(view, { group: nextGrouping(records, grouping), only: undefined }));
  useCommand("table", () => change(view, { table: !view.table }));
  useCommand("wide", () => onSize(nextGridSize(size, totals.nodes)));
  return (
    <GridTools
      nodes={totals.nodes}
      grouping={grouping}
      source={source}
      size={size}
      onGrouping={(next) => change(view, { group: next, only: undefined })}
      onSize={onSize}
      legend={
        <>
          {children}
          <NodeFilterChips view={view} placed={placed} isTable={size === "table"} source={source} lens={lens} reading={reading} />
        </>
      }
    >
      <LabelsChooser requested={requested} source={source} onLabels={(keys) => change(view, { labels: keys === "" ? undefined : keys })} />
      <LensSwitch
        lens={lens}
        kinds={NODES_LENSES}
        source={source}
        records={records}
        onLens={(next) => change(view, { lens: lensText(next), band: undefined, filter: undefined })}
      />
    </GridTools>
  );
}
