import type { DaemonSetThen, Ghost } from "@daemonscope/shared/http/what-if";
import { plainCellStyle } from "../cell/look.ts";
import { type DrawSquare, type GridPicture, styleRenderer } from "../exports/paint-grid.ts";
import { pictureLayout } from "../exports/picture-layout.ts";
import { drawGhost } from "../ghost/draw-ghost.ts";
import type { GhostStyle } from "../ghost/ghost-look.ts";
import { gridPositions } from "../grid/grid-scene.ts";
import { groupName } from "../grid/group-words.ts";
import { NO_READY_FILLS } from "../grid/ready-fill.ts";
import type { Translate } from "../i18n/translator.ts";
import type { Grouping } from "../rows/grouping.ts";
import { nodesByName } from "../rows/node-cells.ts";
import { countText } from "../text/figures.ts";
import { ghostCellStyle, LEGEND } from "./GhostLegend.tsx";
import { type GhostScene, ghostLookOf } from "./ghost-art.ts";
import { type GhostColumn, ghostAt, ghostCounts } from "./ghost-column.ts";
import { ghostHeadWidth } from "./ghost-head.ts";
import { ghostPhrase } from "./ghost-phrase.ts";
import { placeGhosts } from "./placed-ghosts.ts";
import type { ShownEffect } from "./use-effect.ts";
import { ghostWord } from "./what-if-words.ts";

const drawn =
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
      draw: drawn(ghostCellStyle(ghost)),
      text: `${countText(counts[ghost])} ${ghostWord(ghost, isDeleted, t)}`,
    })),
    drawCell: (_cell, at) => {
      const look = ghostLookOf(scene, at, true);
      return "ghost" in look ? drawn(look) : styleRenderer(plainCellStyle("unknown"));
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
