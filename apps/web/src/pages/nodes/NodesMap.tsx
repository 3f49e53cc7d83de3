import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import { useClusterStore } from "../../data/hooks/cluster-context.ts";
import type { LensResult } from "../../data/lens/band.ts";
import type { Lens } from "../../data/lens/lens.ts";
import { bandWords } from "../../data/lens/lens-text.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { missingAgents, worstAgent } from "../../data/nodes/select-node-states.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { type NodePredicate, nodePredicate } from "../../data/rows/node-predicate.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { NodesView } from "../../data/url/url.ts";
import type { AgentScene } from "../../draw/agents/agent-cell-bytes.ts";
import { AgentCellRenderer } from "../../draw/agents/agent-cell-renderer.ts";
import { type AgentShapes, agentShapes, shapeIn } from "../../draw/agents/agent-shapes.ts";
import { type AgentSlots, agentSlotCount, rasterOf } from "../../draw/agents/agent-slots.ts";
import { liveAgents } from "../../draw/agents/live-agents.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { CellField } from "../../draw/grid/CellField.tsx";
import { POD_SHAPES } from "../../draw/grid/cell-shapes.ts";
import { GridCanvas } from "../../draw/grid/GridCanvas.tsx";
import gridCss from "../../draw/grid/grid.module.css";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { groupName } from "../../draw/grid/group-text.ts";
import { cellCount, cellNamed, type SceneCell, type SceneOverlay, sceneCell } from "../../draw/grid/layout/grid-scene.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";
import { namesWidth } from "../../draw/grid/layout/names-width.ts";
import { useGridScene } from "../../draw/grid/layout/use-grid-scene.ts";
import { PodCellRenderer } from "../../draw/grid/pod-cell-renderer.ts";
import { NO_READY_FILLS } from "../../draw/grid/ready-fills.ts";
import { HoverCard } from "../../panels/grid/CellCard.tsx";
import cellCardCss from "../../panels/grid/cell-card.module.css";
import { labelWords } from "../../panels/grid/label-text.ts";
import { labelsWidth } from "../../panels/grid/labels-width.ts";
import { NodeDetails } from "../../panels/grid/NodeDetails.tsx";
import type { ShownLabels } from "../../panels/grid/shown-labels.ts";
import { useCardPlace } from "../../panels/grid/use-card-place.ts";
import { useElementBox } from "../../ui/viewport/use-element-box.ts";
import { countText } from "../../words/format/figures.ts";
import { textWidth } from "../../words/format/text-width.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { NodeNames } from "./NodeNames.tsx";
import { agentWords, lackText, nodeSentence, notReadyText } from "./node-text.ts";

/** Maximum number of agents that the card names. */
const NAMED = 6;

interface NodeCardProps {
  readonly scene: AgentScene;
  readonly cell: SceneCell;
  readonly labels: ShownLabels;
  /** Text of the lens for the node. */
  readonly lensWords: string | undefined;
  readonly nowMs: number;
}

/** The tooltip of a node: its marks, and the agents that it lacks. */
function NodeCard({ scene, cell, labels, lensWords, nowMs }: NodeCardProps) {
  const { t } = useTranslation();
  const { states } = scene;
  const { record, row } = cell.node;
  const place = useCardPlace(scene, cell);
  const group = scene.nodes.groups[cell.group];
  const lacked = missingAgents(states, row);
  const worst = worstAgent(states, row);
  return (
    <HoverCard {...place} record={record} group={group === undefined ? "" : groupName(group, t)} notReady={notReadyText(record, nowMs, t)}>
      <div className={lacked.length > 0 ? `${cellCardCss.pod} strong` : cellCardCss.pod}>{lackText(states, row, t)}</div>
      {lacked.slice(0, NAMED).map((agent) => (
        <div key={agent.key}>{agentWords(agent, t)}</div>
      ))}
      {lacked.length === 0 && worst !== undefined && <div>{agentWords(worst, t)}</div>}
      {lacked.length > NAMED && <div>{t("nodes.moreAgents", { count: lacked.length - NAMED })}</div>}
      {lensWords !== undefined && <div className="strong">{lensWords}</div>}
      <NodeDetails record={record} shown={labels} />
    </HoverCard>
  );
}

interface NodesMapProps {
  readonly states: NodeStates;
  readonly placed: PlacedNodes;
  /** Pass the same object while agents have the same slots. */
  readonly agents: AgentSlots;
  readonly lens: Lens;
  /** Undefined under the lens of states: then each cell shows its agents. */
  readonly reading: LensResult | undefined;
  readonly labels: ShownLabels;
  /** DaemonSets whose missing pods need a person. */
  readonly troubled: ReadonlySet<DaemonSetKey>;
  readonly view: NodesView;
  readonly size: GridSize;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  /** Space for the content below the map, CSS pixels. Default: the timeline. */
  readonly below: number | undefined;
}

const createRenderer = () => new PodCellRenderer();
const FONT_SIZE = 12;
const MAX_HEAD = 200;
/** Height for fifty nodes as framed cells. */
const PHONE_HEIGHT = 620;
/** From this width in CSS pixels, larger cells fit next to their names. */
const WIDE = 1900;

/** Returns the width that a heading needs, in CSS pixels. */
function headWidthOf(group: NodeGroup, t: Translate): number {
  const count = countText(group.rows.length);
  const text = textWidth(groupName(group, t), 6.9, FONT_SIZE) + 6 + textWidth(count, 6.6, FONT_SIZE);
  return Math.min(MAX_HEAD, Math.ceil(text));
}

type MapBox = ReturnType<typeof useElementBox>;

/** Computes the positions and the size of the cells. A cell shows its agents, or under a lens one shade. */
function useMapScene({ states, placed, agents, reading, labels, size, below }: NodesMapProps, box: MapBox) {
  const { t } = useTranslation();
  const slotCount = agentSlotCount(agents);
  const isWide = box.width >= WIDE;
  const agentShape = useMemo(() => agentShapes(rasterOf(slotCount), isWide), [slotCount, isWide]);
  const paint = useMemo(
    (): SceneOverlay => ({ fills: NO_READY_FILLS, shadeOf: reading && ((row) => reading.bandOf(row)?.shade) }),
    [reading],
  );
  const { rows, records } = placed.cells;
  const wordsWidth = useMemo(
    () => (size === "names" ? Math.max(namesWidth({ rows }), labelsWidth(records, labels, t)) : 0),
    [size, rows, records, labels, t],
  );
  const nodes = useGridScene(placed, size, box, (group) => headWidthOf(group, t), paint, {
    ...(below === undefined ? {} : { below }),
    narrowHeight: PHONE_HEIGHT,
    shapes: reading === undefined ? agentShape : POD_SHAPES,
    wordsWidth,
    labels: labels.keys.length,
  });
  const scene = useMemo((): AgentScene => ({ ...nodes, states, agents }), [nodes, states, agents]);
  const { cell } = scene.places.layout;
  const shape = reading === undefined ? shapeIn(agentShape, cell) : { ...cell, above: 0, tick: 0 };
  return { scene, shape, agentShape, key: `${slotCount}/${isWide}` };
}

function useMapKeeps({ placed, reading, view }: NodesMapProps): NodePredicate {
  const { only, filter, query, band } = view;
  const { groupOf } = placed;
  const typed = useMemo(() => parseFilter(query), [query]);
  const bandOf = band === undefined ? undefined : reading?.bandOf;
  return useMemo(() => {
    const keeps = nodePredicate({ typed, filter, only, groupOf });
    return bandOf === undefined ? keeps : (node) => keeps(node) && bandOf(node.row)?.id === band;
  }, [typed, filter, only, groupOf, bandOf, band]);
}

/** All nodes, each with its agents in the same slots. Enter or a click opens the node. */
export function NodesMap(props: NodesMapProps) {
  const { states, placed, lens, reading, labels, troubled, view, size, nowMs, seq, motion } = props;
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  const { scene, shape, agentShape, key } = useMapScene(props, box);
  const keeps = useMapKeeps(props);
  const palette = usePalette();
  const [activeNode, setActiveNode] = useState<string | undefined>(undefined);
  const active = Math.max(0, cellNamed(scene, activeNode));
  const bandAt = (row: number) => {
    const found = reading?.bandOf(row);
    return found === undefined ? undefined : bandWords(found.meaning, lens, t);
  };
  const sentenceOf = ({ node, group }: SceneCell) =>
    [
      nodeSentence(states, node, placed.groups[group]?.name ?? "", nowMs, t),
      bandAt(node.row),
      ...labels.linesOf(node.record.labels).map((line) => labelWords(line, t, true)),
    ]
      .filter((words) => words !== undefined)
      .join(t("nodes.comma"));
  const cells = { palette, keeps, motion };
  return (
    <div ref={area} className={gridCss.area}>
      {box.width > 0 && (
        <CellField
          scene={scene}
          label={t("nodes.map", { count: cellCount(scene) })}
          seq={seq}
          only={view.only}
          onOnly={(next) => navigate({ ...view, only: next }, { replace: true })}
          factsOf={(group) => countText(group.rows.length)}
          sentenceOf={sentenceOf}
          cardOf={(cell) => <NodeCard scene={scene} cell={cell} labels={labels} lensWords={bandAt(cell.node.row)} nowMs={nowMs} />}
          drawing={(hovered) => (
            <>
              {size === "names" && (
                <NodeNames {...{ scene, shape, labels, troubled, nowMs, keeps }} lensWordsOf={bandAt} active={hovered} />
              )}
              {reading === undefined && shape.tick > 0 ? (
                <AgentCanvas key={key} {...cells} scene={scene} shapes={agentShape} />
              ) : (
                <GridCanvas key="lens" {...cells} scene={scene} rendererOf={createRenderer} />
              )}
            </>
          )}
          selected={undefined}
          active={active}
          onMove={(index) => setActiveNode(sceneCell(scene, index)?.node.name)}
          onOpen={(name) => navigate({ page: "node", name })}
          onToggleTable={() => navigate({ ...view, table: true }, { replace: true })}
        />
      )}
    </div>
  );
}

interface AgentCanvasProps extends Pick<NodesMapProps, "motion"> {
  readonly scene: AgentScene;
  readonly shapes: AgentShapes;
  readonly palette: Palette;
  readonly keeps: NodePredicate;
}

/** The agents of all nodes, redrawn with each frame. */
function AgentCanvas({ shapes, ...cells }: AgentCanvasProps) {
  const rendererOf = useCallback(() => new AgentCellRenderer(shapes), [shapes]);
  const store = useClusterStore();
  const live = useMemo(() => liveAgents(store), [store]);
  return <GridCanvas {...cells} rendererOf={rendererOf} live={live} />;
}
