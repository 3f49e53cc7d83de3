import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import { lazy, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePalette } from "../cell/use-palette.ts";
import { useCluster } from "../cluster/cluster-context.ts";
import { readingOf } from "../cluster/reading-of.ts";
import { ExportButton } from "../exports/ExportButton.tsx";
import { nodeFilterable } from "../filter/filterables.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { useCommand } from "../keys/use-command.ts";
import type { LensReading } from "../lens/band.ts";
import { eligibilityOf } from "../lens/eligibility.ts";
import { LensLegend } from "../lens/LensLegend.tsx";
import { LensSwitch } from "../lens/LensSwitch.tsx";
import { type Lens, lensText, parseLens } from "../lens/lens.ts";
import { bandWords, lensKindWord } from "../lens/lens-words.ts";
import { readLens, taintKeysOf } from "../lens/read-lens.ts";
import type { CellFactsIndex } from "./cell-facts.ts";
import { GridTable } from "./GridTable.tsx";
import { GridTools } from "./GridTools.tsx";
import type { ChangeMotion } from "./grid-painter.ts";
import type { SceneCell } from "./grid-scene.ts";
import { type GridSize, gridSizeFor, nextGridSize } from "./grid-size.ts";
import { headWidthOf } from "./group-words.ts";
import { type Grouping, groupingsOf, groupOf } from "./grouping.ts";
import { CloseMark, Legend, LegendMarks } from "./Legend.tsx";
import { keeps as keepsNode, type LegendFilter, legendCounts } from "./legend.ts";
import { NodeGrid } from "./NodeGrid.tsx";
import type { FillOf } from "./ready-fill.ts";
import { type GridNode, selectGroups } from "./select-groups.ts";
import { useElementBox } from "./use-element-box.ts";
import { useGridOrder } from "./use-grid-order.ts";
import { useGridScene } from "./use-grid-scene.ts";
import "./grid.css";

/** What is looked at; all of it is in the URL. */
export interface GridView {
  readonly grouping: Grouping;
  /** The group that is kept; undefined for all. */
  readonly only: string | undefined;
  /** What the cells show, and the band of it that is kept. */
  readonly lens: string;
  readonly band: string | undefined;
  readonly size: GridSize | undefined;
  readonly filter: LegendFilter | undefined;
  /** Text that a node's name, labels or taints must contain. */
  readonly query: string;
  readonly selected: string | undefined;
}

interface GridSectionProps {
  readonly nodes: readonly GridNode[];
  readonly daemonSet: DaemonSetRecord;
  readonly index: CellFactsIndex;
  readonly fillOf: FillOf;
  /** Only these stand out, when given: what holds a cause that somebody points at. */
  readonly emphasised: ReadonlySet<string> | undefined;
  readonly view: GridView;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  readonly onView: (patch: Partial<GridView>) => void;
}

const GridExport = lazy(() => import("../exports/GridExport.tsx").then((module) => ({ default: module.GridExport })));

/** Tools, legend and the nodes of one DaemonSet, as grid, plates or table. */
export function GridSection(props: GridSectionProps) {
  const { nodes, daemonSet, index, fillOf, emphasised, view, nowMs, seq, motion, onView } = props;
  const { t } = useTranslation();
  const size = gridSizeFor(view.size, nodes.length);
  const hasNames = size === "names";
  const { order, moved, sortAgain } = useGridOrder(daemonSet.key, nodes, view.grouping, hasNames);
  const groups = useMemo(() => selectGroups(nodes, view.grouping, order), [nodes, view.grouping, order]);
  const counts = useMemo(() => legendCounts(nodes), [nodes]);
  const taintKeys = useMemo(() => taintKeysOf(nodes), [nodes]);
  const records = useSameRecords(nodes);
  const groupings = useMemo(() => groupingsOf(records), [records]);
  const labelKeys = useMemo(() => groupings.flatMap((each) => (each.startsWith("label:") ? [each.slice(6)] : [])), [groupings]);
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  const lens = useMemo(() => parseLens(view.lens), [view.lens]);
  const reading = useLens(lens, nodes, daemonSet, index, nowMs);
  const scene = useGridScene(
    groups,
    size,
    box,
    (group) => headWidthOf(group, t),
    fillOf,
    (node) => reading?.bandOf(node)?.shade,
  );
  const { filter, query, only, band, grouping } = view;
  const keepsBand = band === undefined || reading === undefined ? undefined : reading.bandOf;
  const typed = useMemo(() => parseFilter(query), [query]);
  const keeps = useCallback(
    (cell: SceneCell): boolean =>
      typed.keeps(nodeFilterable(cell.node.record)) &&
      (filter === undefined || keepsNode(filter, cell.node)) &&
      (only === undefined || groupOf(cell.node.record, grouping) === only) &&
      (keepsBand === undefined || keepsBand(cell.node.name)?.id === band) &&
      (emphasised === undefined || emphasised.has(cell.node.name)),
    [filter, typed, emphasised, only, grouping, keepsBand, band],
  );
  const palette = usePalette();
  const [activeNode, setActiveNode] = useState(view.selected);
  const [followed, setFollowed] = useState(view.selected);
  // Once for each selection, wherever it was made: the arrows move on from it.
  if (followed !== view.selected) {
    setFollowed(view.selected);
    if (view.selected !== undefined) setActiveNode(view.selected);
  }
  const active = Math.max(
    0,
    scene.cells.findIndex((cell) => cell.node.name === activeNode),
  );
  const isAwaited = useCluster(({ state }) => state !== undefined && readingOf("controllerrevisions", state.sources) === "awaited");
  const knowsRevisions = !daemonSet.unread.includes("controllerrevisions");
  useCommand("group", () => onView({ grouping: groupings[(groupings.indexOf(view.grouping) + 1) % groupings.length] ?? view.grouping }));
  useCommand("table", () => onView({ size: size === "table" ? undefined : "table" }));
  useCommand("wide", () => onView({ size: nextGridSize(size, nodes.length) }));
  const onFilter = (next: LegendFilter | undefined) => onView({ filter: next });
  const cells = {
    scene,
    index,
    fillOf,
    daemonSet: daemonSet.name,
    nowMs,
    seq,
    keeps,
    lensWordsOf: (node: string) => {
      const found = reading?.bandOf(node);
      return found === undefined ? undefined : bandWords(found.meaning, lens, t);
    },
    lensTitle: reading === undefined ? undefined : lensKindWord(lens.kind, t),
    selected: view.selected,
    active,
    onMove: (index: number) => setActiveNode(scene.cells[index]?.node.name),
    onOpen: (node: string) => onView({ selected: node }),
    onToggleTable: () => onView({ size: size === "table" ? undefined : "table" }),
  };
  return (
    <section className="grid-section" aria-label={t("grid.title")}>
      <GridTools
        nodes={nodes.length}
        grouping={view.grouping}
        groupings={groupings}
        size={size}
        onGrouping={(next) => onView({ grouping: next, only: undefined })}
        onSize={(next: GridSize) => onView({ size: next })}
      >
        <LensSwitch
          lens={lens}
          taintKeys={taintKeys}
          labelKeys={labelKeys}
          onLens={(next) => onView({ lens: lensText(next), band: undefined, filter: undefined })}
        />
        <LegendMarks counts={counts} filter={filter} onFilter={onFilter} />
        {only !== undefined && (
          <button type="button" className="lg on" title={t("grid.showAll")} onClick={() => onView({ only: undefined })}>
            <b>{nodes.filter((node) => groupOf(node.record, grouping) === only).length.toLocaleString("en-US")}</b>
            <span>{t("grid.inGroup", { name: only === "" ? t("grid.noValue") : only })}</span>
            <CloseMark />
          </button>
        )}
        {query !== "" && (
          <button type="button" className="lg on" title={t("grid.showAll")} onClick={() => onView({ query: "" })}>
            <b>{nodes.filter((node) => typed.keeps(nodeFilterable(node.record))).length.toLocaleString("en-US")}</b>
            <span>{t("grid.withText", { text: query })}</span>
            <CloseMark />
          </button>
        )}
      </GridTools>
      <div className="legend">
        {reading === undefined ? (
          <Legend counts={counts} filter={filter} onFilter={onFilter} knowsRevisions={knowsRevisions} />
        ) : (
          <LensLegend lens={lens} reading={reading} band={band} onBand={(next) => onView({ band: next })} />
        )}
        {!knowsRevisions && <span className="i3">{t(isAwaited ? "grid.revisionsUnreadYet" : "grid.revisionsUnread")}</span>}
        <span className="grow" />
        <ExportButton Shown={GridExport} props={{ record: daemonSet, nodes, groups, grouping: view.grouping, fillOf }} />
        {moved > 0 && (
          <span className="moved">
            <span className="i3">{t("grid.moved", { count: moved })}</span>
            <button type="button" className="btn" onClick={sortAgain}>
              {t("grid.sortAgain")}
            </button>
          </span>
        )}
      </div>
      <div ref={area} className="grid-area">
        {box.width > 0 &&
          (size === "table" ? (
            <GridTable {...cells} />
          ) : (
            <NodeGrid
              {...cells}
              palette={palette}
              hasNames={hasNames}
              isKnown={daemonSet.unread.length === 0}
              only={only}
              onOnly={(next) => onView({ only: next })}
              motion={motion}
              revisionOf={(hash) => {
                const revision = daemonSet.revisions.find((each) => each.hash === hash);
                return revision === undefined ? undefined : t("grid.revision", { revision: revision.revision });
              }}
            />
          ))}
      </div>
    </section>
  );
}

/** What the lens makes of the nodes, made anew when they, their pods or the minute change. */
function useLens(
  lens: Lens,
  nodes: readonly GridNode[],
  { placement, revisions }: DaemonSetRecord,
  index: CellFactsIndex,
  nowMs: number,
): LensReading | undefined {
  const asText = JSON.stringify(placement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal text is an equal template
  const ofTemplate = useMemo(() => eligibilityOf(placement), [asText]);
  const minuteMs = Math.floor(nowMs / 60_000) * 60_000;
  const hashes = lens.kind === "revision" ? index : undefined;
  return useMemo(
    () =>
      readLens(lens, {
        nodes,
        revisions,
        eligibilityOf: ofTemplate,
        hashOf: (node) => hashes?.factsOf(node, minuteMs).pod?.hash,
        nowMs: minuteMs,
      }),
    [lens, nodes, revisions, ofTemplate, hashes, minuteMs],
  );
}

/** The records of the nodes: the same list while each is the same, for cells change many times before a label does. */
function useSameRecords(nodes: readonly GridNode[]): readonly NodeRecord[] {
  const before = useRef<readonly NodeRecord[]>([]);
  const isSame = before.current.length === nodes.length && nodes.every(({ record }, at) => record === before.current[at]);
  if (!isSame) before.current = nodes.map(({ record }) => record);
  return before.current;
}
