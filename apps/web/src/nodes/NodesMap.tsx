import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { navigate } from "../address/navigation.ts";
import type { NodesView } from "../address/url.ts";
import { usePalette } from "../cell/use-palette.ts";
import { useClusterStore } from "../cluster/cluster-context.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { CellField } from "../grid/CellField.tsx";
import { GridCanvas } from "../grid/GridCanvas.tsx";
import gridCss from "../grid/grid.module.css";
import type { ChangeMotion } from "../grid/grid-painter.ts";
import { cellNamed, countOf, type ScenePaint, sceneCell } from "../grid/grid-scene.ts";
import type { GridSize } from "../grid/grid-size.ts";
import { groupName } from "../grid/group-words.ts";
import { namesWidth } from "../grid/names-width.ts";
import { NO_FILLS } from "../grid/ready-fill.ts";
import { useElementBox } from "../grid/use-element-box.ts";
import { useGridScene } from "../grid/use-grid-scene.ts";
import type { Translate } from "../i18n/translator.ts";
import { keepsNode } from "../rows/keeps-node.ts";
import type { NodeGroup } from "../rows/node-group.ts";
import type { PlacedNodes } from "../rows/placed-nodes.ts";
import { countText } from "../text/figures.ts";
import { textWidth } from "../text/text-width.ts";
import { AgentArt } from "./agent-art.ts";
import { type AgentPlaces, countOfPlaces, rasterOf } from "./agent-places.ts";
import { agentShapes, shapeIn } from "./agent-shapes.ts";
import type { AgentScene } from "./agent-ticks.ts";
import { liveAgents } from "./live-agents.ts";
import { NodeCard } from "./NodeCard.tsx";
import { NodeNames } from "./NodeNames.tsx";
import { groupLackText, nodeSentence } from "./node-words.ts";
import type { NodeStates } from "./select-node-states.ts";

interface NodesMapProps {
  readonly states: NodeStates;
  readonly placed: PlacedNodes;
  /** The same object while agents have the same places. */
  readonly agents: AgentPlaces;
  readonly view: NodesView;
  readonly size: GridSize;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  /** Room for what stands below, CSS pixels. */
  readonly below: number;
}

const PAINT: ScenePaint = { fills: NO_FILLS, shadeOf: undefined };
const FONT_SIZE = 12;
const LONGEST_HEAD = 200;
/** Fifty nodes as framed cells. */
const PHONE_HEIGHT = 620;
/** From this width on there is room for larger cells beside their names, CSS pixels. */
const WIDE = 1900;

/** What a heading needs, CSS pixels: as if all lacked something, so that headings do not move while nodes roll. */
function headWidthOf(group: NodeGroup, t: Translate): number {
  const count = countText(group.rows.length);
  const text = textWidth(groupName(group, t), 6.9, FONT_SIZE) + 6 + textWidth(`${count}/${count}`, 6.6, FONT_SIZE);
  return Math.min(LONGEST_HEAD, Math.ceil(text));
}

/** All nodes, each with its agents in the same places. Enter or a click opens the node. */
export function NodesMap({ states, placed, agents, view, size, nowMs, seq, motion, below }: NodesMapProps) {
  const { t } = useTranslation();
  const { only, filter, query } = view;
  const { groupOf } = placed;
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  const places = countOfPlaces(agents);
  const isWide = box.width >= WIDE;
  const shapes = useMemo(() => agentShapes(rasterOf(places), isWide), [places, isWide]);
  const { rows } = placed.cells;
  const wordsWidth = useMemo(() => (size === "names" ? namesWidth({ rows }) : 0), [size, rows]);
  const nodes = useGridScene(placed, size, box, (group) => headWidthOf(group, t), PAINT, {
    below,
    narrowHeight: PHONE_HEIGHT,
    shapes,
    wordsWidth,
  });
  const scene = useMemo((): AgentScene => ({ ...nodes, states, agents }), [nodes, states, agents]);
  const artOf = useCallback(() => new AgentArt(shapes), [shapes]);
  const shape = shapeIn(shapes, scene.places.layout.cell);
  const typed = useMemo(() => parseFilter(query), [query]);
  const keeps = useMemo(() => keepsNode({ typed, filter, only, groupOf }), [typed, filter, only, groupOf]);
  const palette = usePalette();
  const store = useClusterStore();
  const live = useMemo(() => liveAgents(store), [store]);
  const [activeNode, setActiveNode] = useState<string | undefined>(undefined);
  const active = Math.max(0, cellNamed(scene, activeNode));
  return (
    <div ref={area} className={gridCss.area}>
      {box.width > 0 && (
        <CellField
          scene={scene}
          label={t("nodes.map", { count: countOf(scene) })}
          seq={seq}
          only={only}
          onOnly={(next) => navigate({ ...view, only: next }, { replace: true })}
          factsOf={(group, width) => groupLackText(group, width, t)}
          sentenceOf={({ node, group }) => nodeSentence(states, node, placed.groups[group]?.name ?? "", nowMs, t)}
          cardOf={(cell) => <NodeCard scene={scene} cell={cell} nowMs={nowMs} />}
          drawing={(hovered) => (
            <>
              {size === "names" && <NodeNames scene={scene} shape={shape} nowMs={nowMs} keeps={keeps} active={hovered} />}
              <GridCanvas
                key={`${places}/${isWide}`}
                scene={scene}
                artOf={artOf}
                palette={palette}
                keeps={keeps}
                motion={motion}
                live={live}
              />
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
