import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import type { GridNode } from "../../../data/rows/node-cells.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { sceneCells } from "../../../draw/grid/layout/grid-scene.ts";
import { LargeCell } from "../../../panels/grid/LargeCell.tsx";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { type GhostScene, ghostLookOf } from "./ghost-cell-renderer.ts";
import type { GhostPhrase } from "./ghost-phrase.ts";

interface GhostPlatesProps {
  readonly scene: GhostScene;
  readonly keeps: (node: GridNode) => boolean;
  readonly active: number | undefined;
  readonly phraseOf: (node: GridNode) => GhostPhrase;
  /** Pods by node; empty if pods were not fetched. */
  readonly pods: ReadonlyMap<string, PodAnswer>;
}

/** Large ghosts, each with its node, its current pod and its outcome. They show all taints after the change. */
export function GhostLargeCells({ scene, keeps, active, phraseOf, pods }: GhostPlatesProps) {
  const { width: size } = scene.places.layout.cell;
  return sceneCells(scene).map((cell, at) => {
    const { node } = cell;
    const look = ghostLookOf(scene, at, true);
    const phrase = phraseOf(node);
    const pod = pods.get(node.name)?.name;
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
        {pod === undefined ? null : (
          <code>
            <MiddleCut text={pod} />
          </code>
        )}
        <span className="ell" data-tone={phrase.tone} title={phrase.text}>
          {phrase.text}
        </span>
      </LargeCell>
    );
  });
}
