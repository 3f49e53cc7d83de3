import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePalette } from "../cell/use-palette.ts";
import { nodeFilterable } from "../filter/filterables.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { CellField } from "../grid/CellField.tsx";
import type { ChangeMotion } from "../grid/grid-painter.ts";
import type { SceneCell } from "../grid/grid-scene.ts";
import type { GridSize } from "../grid/grid-size.ts";
import { groupName } from "../grid/group-words.ts";
import { groupOf } from "../grid/grouping.ts";
import { keeps as keepsNode } from "../grid/legend.ts";
import { type GridOrder, selectGroups } from "../grid/select-groups.ts";
import { useElementBox } from "../grid/use-element-box.ts";
import { useGridScene } from "../grid/use-grid-scene.ts";
import { navigate } from "../navigation.ts";
import { textWidth } from "../text-width.ts";
import type { NodesView } from "../url.ts";
import { NodeCard } from "./NodeCard.tsx";
import { NodePlates } from "./NodePlates.tsx";
import { groupLackText, nodeSentence } from "./node-words.ts";
import type { NodeStates } from "./select-node-states.ts";

interface NodesMapProps {
  readonly states: NodeStates;
  readonly order: GridOrder;
  readonly view: NodesView;
  readonly size: GridSize;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  /** Room for what stands below, CSS pixels. */
  readonly below: number;
}

const noFill = () => undefined;
const FONT_SIZE = 12;
const LONGEST_HEAD = 200;

/** All nodes, each as its worst cell. Enter or a click opens the node. */
export function NodesMap({ states, order, view, size, nowMs, seq, motion, below }: NodesMapProps) {
  const { t } = useTranslation();
  const { group: grouping, only, filter, query } = view;
  const groups = useMemo(() => selectGroups(states.nodes, grouping, order), [states, grouping, order]);
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  const scene = useGridScene(
    groups,
    size,
    box,
    // As wide as it would be if all lacked something: headings do not move while nodes roll.
    (group) => {
      const count = group.nodes.length.toLocaleString("en-US");
      return Math.min(
        LONGEST_HEAD,
        Math.ceil(textWidth(groupName(group, t), 6.9, FONT_SIZE) + 6 + textWidth(`${count}/${count}`, 6.6, FONT_SIZE)),
      );
    },
    noFill,
    noFill,
    below,
  );
  const typed = useMemo(() => parseFilter(query), [query]);
  const keeps = useCallback(
    ({ node }: SceneCell): boolean =>
      typed.keeps(nodeFilterable(node.record)) &&
      (filter === undefined || keepsNode(filter, node)) &&
      (only === undefined || groupOf(node.record, grouping) === only),
    [typed, filter, only, grouping],
  );
  const palette = usePalette();
  const [activeNode, setActiveNode] = useState<string | undefined>(undefined);
  const active = Math.max(
    0,
    scene.cells.findIndex((cell) => cell.node.name === activeNode),
  );
  return (
    <div ref={area} className="grid-area">
      {box.width > 0 && (
        <CellField
          scene={scene}
          palette={palette}
          label={t("nodes.map", { count: scene.cells.length })}
          seq={seq}
          keeps={keeps}
          motion={motion}
          only={only}
          onOnly={(next) => navigate({ ...view, only: next }, { replace: true })}
          factsOf={(group, width) => groupLackText(states, group, width, t)}
          sentenceOf={({ node, group }) => nodeSentence(states, node, groups[group]?.name ?? "", nowMs, t)}
          cardOf={(cell) => <NodeCard states={states} scene={scene} cell={cell} nowMs={nowMs} />}
          plates={
            size === "names"
              ? (hovered) => <NodePlates states={states} scene={scene} nowMs={nowMs} keeps={keeps} active={hovered} />
              : undefined
          }
          selected={undefined}
          active={active}
          onMove={(index) => setActiveNode(scene.cells[index]?.node.name)}
          onOpen={(name) => navigate({ page: "node", name })}
          onToggleTable={() => navigate({ ...view, table: true }, { replace: true })}
        />
      )}
    </div>
  );
}
