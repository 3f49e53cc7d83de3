import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { DaemonSetThen } from "@daemonscope/shared/http/what-if";
import { useCallback, useMemo, useRef, useState } from "react";
import { cellVariantLabel, cellVariantOfByte } from "../../../data/cell/cell-variant.ts";
import { groupOf } from "../../../data/rows/grouping.ts";
import type { GridNode } from "../../../data/rows/node-cells.ts";
import type { NodeGroup } from "../../../data/rows/node-group.ts";
import type { WhatIfView } from "../../../data/url/url.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { CellField } from "../../../draw/grid/CellField.tsx";
import { GridCanvas } from "../../../draw/grid/GridCanvas.tsx";
import gridCss from "../../../draw/grid/grid.module.css";
import { TAINT_TEXT_FROM } from "../../../draw/grid/layout/grid-layout.ts";
import { cellCount, cellNamed, type SceneOverlay, sceneCell, sceneCells } from "../../../draw/grid/layout/grid-scene.ts";
import type { GridSize } from "../../../draw/grid/layout/grid-size.ts";
import { namesWidth } from "../../../draw/grid/layout/names-width.ts";
import { useGridScene } from "../../../draw/grid/layout/use-grid-scene.ts";
import { NO_READY_FILLS } from "../../../draw/grid/ready-fills.ts";
import { addedTaints } from "../../../panels/actions/effect/effect-nodes.ts";
import { type GhostColumn, ghostAt } from "../../../panels/actions/effect/ghost-column.ts";
import { ghostWord } from "../../../panels/actions/effect/what-if-text.ts";
import { LargeCell } from "../../../panels/grid/LargeCell.tsx";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { useReducedMotion } from "../../../ui/viewport/use-reduced-motion.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { ShownEffect } from "../effect/use-what-if-effect.ts";
import { updateWhatIfDisplay, type WhatIfDisplay } from "../what-if-display.ts";
import { GhostTable } from "./GhostTable.tsx";
import { GhostCellRenderer, type GhostScene, ghostLookOf } from "./ghost-cell-renderer.ts";
import { fitsHead, ghostHeadWidth } from "./ghost-head.ts";
import type { GhostPhrase } from "./ghost-phrase.ts";
import { ghostPhrase } from "./ghost-phrase.ts";
import { placeGhosts } from "./placed-ghosts.ts";

interface GhostGridProps {
  readonly view: WhatIfView;
  /** The shown DaemonSet, by key. */
  readonly daemonSet: string;
  readonly set: DaemonSetThen | undefined;
  readonly effect: ShownEffect;
  readonly look: WhatIfDisplay;
  readonly size: GridSize;
  readonly isLive: boolean;
  readonly seq: number;
  /** Space for the content below, CSS pixels. */
  readonly below: number;
}

const PAINT: SceneOverlay = { fills: NO_READY_FILLS, shadeOf: undefined };
const createRenderer = () => new GhostCellRenderer();
/** Returns the filter of the grid, and the texts of nodes and groups. */
function useGhostWords({ look, set, effect }: GhostGridProps, column: GhostColumn) {
  const { t } = useTranslation();
  const { group: grouping, only, moment, ghost } = look;
  const { nodes } = effect;
  const keeps = useCallback(
    (node: GridNode): boolean =>
      (ghost === undefined || ghostAt(column, node.row) === ghost) && (only === undefined || groupOf(node.record, grouping) === only),
    [ghost, only, grouping, column],
  );
  const phraseOf = (node: GridNode) =>
    ghostPhrase(
      {
        ghost: moment === "change" ? ghostAt(column, node.row) : "same",
        byte: node.byte,
        joins: nodes.joining.has(node.row),
        leaves: nodes.leaving.has(node.row),
        isDeleted: set?.life === "goes",
      },
      t,
    );
  const newTaintsOf = (group: NodeGroup): readonly string[] => (moment === "before" ? [] : addedTaints(nodes, group.rows));
  const factsOf = (group: NodeGroup, width: number): string => {
    const added = newTaintsOf(group).map((taint) => `+ ${taint}`);
    const joins = [...group.rows].filter((row) => nodes.joining.has(row)).length;
    return [
      countText(group.rows.length),
      ...(joins > 0 ? [t("whatIf.joinsHere", { count: joins })] : []),
      // A wider heading names all taints.
      ...(width <= TAINT_TEXT_FROM && fitsHead(group, added.join(t("grid.comma")), width, t) ? added : []),
    ].join(t("grid.comma"));
  };
  return { keeps, phraseOf, factsOf, newTaintsOf };
}

/** Returns the nodes in their places, with the outcome of each. */
function useGhostScene(
  { look, effect, size, below }: GhostGridProps,
  column: GhostColumn,
  box: { readonly width: number; readonly top: number },
): GhostScene {
  const { t } = useTranslation();
  const { group: grouping, moment } = look;
  const { nodes } = effect;
  const placed = useMemo(() => placeGhosts(nodes, column, grouping, moment), [nodes, column, grouping, moment]);
  const hasNames = size === "names";
  const wordsWidth = useMemo(() => (hasNames ? namesWidth({ rows: nodes.rows }) : 0), [hasNames, nodes.rows]);
  const grid = useGridScene(placed, size, box, (group) => ghostHeadWidth(group, t), PAINT, { below, wordsWidth });
  return useMemo(() => ({ ...grid, ghostOf: moment === "change" ? (row) => ghostAt(column, row) : undefined }), [grid, column, moment]);
}

/** The nodes of one DaemonSet: current, after the change, or both at once. */
export function GhostGrid(props: GhostGridProps) {
  const { view, look, daemonSet, set, effect, size, isLive, seq } = props;
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const box = useElementBox(area);
  const column = effect.columnOf(daemonSet);
  const scene = useGhostScene(props, column, box);
  const { keeps, phraseOf, factsOf, newTaintsOf } = useGhostWords(props, column);
  const hasNames = size === "names";
  const palette = usePalette();
  const isReduced = useReducedMotion();
  const [activeNode, setActiveNode] = useState(look.node);
  const name = nameOfKey(daemonSet);
  const isDeleted = set?.life === "goes";
  const cells = {
    selected: look.node,
    active: Math.max(0, cellNamed(scene, activeNode)),
    onMove: (at: number) => setActiveNode(sceneCell(scene, at)?.node.name),
    onOpen: (node: string) => updateWhatIfDisplay(view, { node }),
    onToggleTable: () => updateWhatIfDisplay(view, { size: look.size === "table" ? undefined : "table" }),
  };
  const motion = !isLive ? "none" : isReduced ? "trace" : "fade";
  return (
    <div ref={area} className={gridCss.area}>
      {box.width === 0 ? null : size === "table" ? (
        <GhostTable {...cells} grouping={look.group} scene={scene} column={column} daemonSet={name} isDeleted={isDeleted} keeps={keeps} />
      ) : (
        <CellField
          {...cells}
          scene={scene}
          label={t("whatIf.nodesOf", { name, count: cellCount(scene) })}
          seq={seq}
          only={look.only}
          onOnly={(only) => updateWhatIfDisplay(view, { only })}
          factsOf={factsOf}
          newTaintsOf={newTaintsOf}
          sentenceOf={({ node, group }) =>
            t("whatIf.cell", {
              node: node.name,
              group: scene.nodes.groups[group]?.name ?? "",
              ghost: ghostWord(ghostAt(column, node.row), isDeleted, t),
              daemonSet: name,
              state: cellVariantLabel(cellVariantOfByte(column.bytes[node.row] ?? 0), t),
            })
          }
          cardOf={() => null}
          drawing={(hovered) =>
            hasNames ? (
              <GhostLargeCells scene={scene} keeps={keeps} active={hovered} phraseOf={phraseOf} />
            ) : (
              <GridCanvas key={daemonSet} scene={scene} rendererOf={createRenderer} palette={palette} keeps={keeps} motion={motion} />
            )
          }
        />
      )}
    </div>
  );
}

interface GhostPlatesProps {
  readonly scene: GhostScene;
  readonly keeps: (node: GridNode) => boolean;
  readonly active: number | undefined;
  readonly phraseOf: (node: GridNode) => GhostPhrase;
}

/** Large ghosts, each with its node and its outcome. They show all taints after the change. */
function GhostLargeCells({ scene, keeps, active, phraseOf }: GhostPlatesProps) {
  const { width: size } = scene.places.layout.cell;
  return sceneCells(scene).map((cell, at) => {
    const { node } = cell;
    const look = ghostLookOf(scene, at, true);
    const phrase = phraseOf(node);
    const isGhost = "ghost" in look;
    return (
      <LargeCell
        key={node.name}
        scene={scene}
        cell={cell}
        swatch={isGhost ? <GhostSwatch look={look} size={size} /> : <CellSwatch look={look} size={size} />}
        isActive={at === active}
        isKept={keeps(node)}
        isQuiet={isGhost && look.ghost === "same"}
      >
        {phrase.text === "" ? null : (
          <span className="ell" data-tone={phrase.tone} title={phrase.text}>
            {phrase.text}
          </span>
        )}
      </LargeCell>
    );
  });
}
