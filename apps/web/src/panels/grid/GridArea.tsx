import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useMemo, useState } from "react";
import type { Readable } from "../../data/computed/computed.ts";
import type { LensResult } from "../../data/lens/band.ts";
import type { Lens } from "../../data/lens/lens.ts";
import { bandWords, lensKindWord } from "../../data/lens/lens-text.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import type { NodeCells } from "../../data/rows/node-cells.ts";
import { type NodePredicate, nodePredicate } from "../../data/rows/node-predicate.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { headWidthOf } from "../../draw/grid/group-text.ts";
import { cellNamed, type GridScene, type SceneOverlay, sceneCell } from "../../draw/grid/layout/grid-scene.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";
import { namesWidth } from "../../draw/grid/layout/names-width.ts";
import { useGridScene } from "../../draw/grid/layout/use-grid-scene.ts";
import type { ReadyFills } from "../../draw/grid/ready-fills.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { GridTable } from "./GridTable.tsx";
import type { GridView } from "./grid-view.ts";
import { labelsWidth } from "./labels-width.ts";
import { NodeGrid } from "./NodeGrid.tsx";
import type { ShownLabels } from "./shown-labels.ts";

/** The data and the view settings of the grid of one DaemonSet. */
export interface ShownGrid {
  /** All nodes with their cell of the DaemonSet. */
  readonly source: Readable<NodeCells>;
  readonly daemonSet: DaemonSetRecord;
  readonly index: CellFactsIndex;
  readonly fills: ReadyFills;
  /** If given, only these nodes are emphasised: the nodes of a cause that the user points at. */
  readonly emphasised: ReadonlySet<string> | undefined;
  readonly view: GridView;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  readonly onView: (patch: Partial<GridView>) => void;
}

interface GridAreaProps extends ShownGrid {
  readonly placed: PlacedNodes;
  readonly size: GridSize;
  readonly box: { readonly width: number; readonly top: number };
  readonly lens: Lens;
  readonly reading: LensResult | undefined;
  readonly labels: ShownLabels;
}

/** The nodes as grid, large cells or table. */
export function GridArea(props: GridAreaProps) {
  const { source, placed, daemonSet, index, fills, view, size, box, lens, reading, labels, nowMs, seq, motion, onView } = props;
  const { t } = useTranslation();
  const paint = useMemo(
    (): SceneOverlay => ({
      fills,
      shadeOf: reading && ((row) => reading.bandOf(row)?.shade),
    }),
    [fills, reading],
  );
  const { rows } = placed.cells;
  const hasNames = size === "names";
  const { records } = placed.cells;
  const wordsWidth = useMemo(
    () => (hasNames ? Math.max(namesWidth({ rows }), labelsWidth(records, labels, t)) : 0),
    [hasNames, rows, records, labels, t],
  );
  const scene = useGridScene(placed, size, box, (group) => headWidthOf(group, t), paint, { wordsWidth, labels: labels.keys.length });
  // A label that has its own line or column is not repeated.
  const isLabelShown = lens.kind === "label" && labels.keys.includes(lens.key) && size !== "fit" && size !== "10";
  const keeps = useKeeps(props);
  const palette = usePalette();
  const { active, setActiveNode } = useActiveNode(scene, view.selected);
  const cells = {
    scene,
    index,
    daemonSet: daemonSet.name,
    nowMs,
    seq,
    keeps,
    labels,
    lensWordsOf: (row: number) => {
      const band = isLabelShown ? undefined : reading?.bandOf(row);
      return band === undefined ? undefined : bandWords(band.meaning, lens, t);
    },
    lensTitle: reading === undefined || isLabelShown ? undefined : lensKindWord(lens.kind, t),
    selected: view.selected,
    active,
    onMove: (at: number) => setActiveNode(sceneCell(scene, at)?.node.name),
    onOpen: (node: string) => onView({ selected: node }),
    onToggleTable: () => onView({ size: size === "table" ? undefined : "table" }),
  };
  return size === "table" ? (
    <GridTable {...cells} grouping={view.grouping} namespace={daemonSet.namespace} source={source} />
  ) : (
    <NodeGrid
      {...cells}
      palette={palette}
      hasNames={hasNames}
      daemonSetKey={daemonSet.key}
      isKnown={daemonSet.unread.length === 0}
      isEligibilityShown={lens.kind === "eligibility"}
      only={view.only}
      onOnly={(only) => onView({ only })}
      motion={motion}
      revisionOf={(hash) => {
        const revision = daemonSet.revisions.find((each) => each.hash === hash);
        return revision === undefined ? undefined : t("grid.revision", { revision: revision.revision });
      }}
    />
  );
}

/** Combines all filters. Returns the same function while the filters are equal. */
function useKeeps({ view, placed, emphasised, reading }: GridAreaProps): NodePredicate {
  const { filter, query, only, band } = view;
  const { groupOf } = placed;
  const textFilter = useMemo(() => parseFilter(query), [query]);
  const bandOf = band === undefined ? undefined : reading?.bandOf;
  return useMemo(() => {
    const keeps = nodePredicate({ typed: textFilter, filter, only, groupOf });
    if (bandOf === undefined && emphasised === undefined) return keeps;
    return (node) =>
      keeps(node) && (bandOf === undefined || bandOf(node.row)?.id === band) && (emphasised === undefined || emphasised.has(node.name));
  }, [filter, textFilter, emphasised, only, groupOf, bandOf, band]);
}

/** Returns the index of the active cell: the node that the keys moved to last, or the node that was selected
 *  elsewhere. */
function useActiveNode(scene: GridScene, selected: string | undefined) {
  const [activeNode, setActiveNode] = useState(selected);
  const [followed, setFollowed] = useState(selected);
  // Each new selection moves the active cell once, so that the arrow keys continue from it.
  if (followed !== selected) {
    setFollowed(selected);
    if (selected !== undefined) setActiveNode(selected);
  }
  return { active: Math.max(0, cellNamed(scene, activeNode)), setActiveNode };
}
