import type { DaemonSetThen, Ghost } from "@daemonscope/shared/http/what-if";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import type { Grouping } from "../../data/rows/grouping.ts";
import { nodesByName } from "../../data/rows/node-cells.ts";
import { type DrawSquare, type GridPicture, styleRenderer } from "../../draw/export/paint-grid.ts";
import { pictureLayout } from "../../draw/export/picture-layout.ts";
import { drawGhost } from "../../draw/ghost/draw-ghost.ts";
import type { GhostStyle } from "../../draw/ghost/ghost-style.ts";
import { groupName } from "../../draw/grid/group-text.ts";
import { gridPositions } from "../../draw/grid/layout/grid-scene.ts";
import { NO_READY_FILLS } from "../../draw/grid/ready-fills.ts";
import { ghostCellStyle, LEGEND } from "../../panels/actions/effect/GhostLegend.tsx";
import { type GhostColumn, ghostAt, ghostCounts } from "../../panels/actions/effect/ghost-column.ts";
import { ghostWord } from "../../panels/actions/effect/what-if-text.ts";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import type { ShownEffect } from "./effect/use-what-if-effect.ts";
import { type GhostScene, ghostLookOf } from "./ghost-grid/ghost-cell-renderer.ts";
import { ghostHeadWidth } from "./ghost-grid/ghost-head.ts";
import { ghostPhrase } from "./ghost-grid/ghost-phrase.ts";
import { placeGhosts } from "./ghost-grid/placed-ghosts.ts";

const ghostRenderer =
  (look: GhostStyle): DrawSquare =>
  (pen, x, y, size, palette) =>
    drawGhost(pen, x, y, size, look, palette);

interface PictureFacts {
  /** The verdict, and the DaemonSet whose nodes are drawn. */
  readonly title: string;
  /** The steps, as the user types them. */
  readonly status: string;
  readonly origin: string;
  readonly effect: ShownEffect;
  readonly column: GhostColumn;
  readonly set: DaemonSetThen | undefined;
  readonly grouping: Grouping;
}

/** Draws the outcome of one DaemonSet on its nodes for a picture: frame and inside, as on the page. */
export function whatIfPicture({ title, status, origin, effect, column, set, grouping }: PictureFacts, t: Translate): GridPicture {
  const { nodes } = effect;
  const placed = placeGhosts(nodes, column, grouping, "change");
  const { groups, order, cells } = placed;
  const { layout, hasNames } = pictureLayout(
    order,
    groups.map((group) => ghostHeadWidth(group, t)),
    nodesByName(cells).map(({ name }) => name),
  );
  const ghostOf = (row: number): Ghost => ghostAt(column, row);
  const scene: GhostScene = {
    places: gridPositions(layout, order, cells.bytes.length),
    nodes: placed,
    paint: { fills: NO_READY_FILLS, shadeOf: undefined },
    ghostOf,
  };
  const isDeleted = set?.life === "goes";
  const counts = ghostCounts(column, nodes);
  return {
    title,
    status,
    origin,
    scene,
    headings: groups.map((group) => ({ name: groupName(group, t), facts: countText(group.rows.length) })),
    legend: LEGEND.filter((ghost) => counts[ghost] > 0).map((ghost) => ({
      draw: ghostRenderer(ghostCellStyle(ghost)),
      text: `${countText(counts[ghost])} ${ghostWord(ghost, isDeleted, t)}`,
    })),
    drawCell: (_cell, at) => {
      const look = ghostLookOf(scene, at, true);
      return "ghost" in look ? ghostRenderer(look) : styleRenderer(plainCellStyle("unknown"));
    },
    wordsOf: hasNames
      ? ({ node }) => {
          const { row } = node;
          const facts = { ghost: ghostOf(row), byte: node.byte, joins: nodes.joining.has(row), leaves: nodes.leaving.has(row), isDeleted };
          return [node.name, ghostPhrase(facts, t).text];
        }
      : undefined,
  };
}
