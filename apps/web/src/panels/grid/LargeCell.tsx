import type { ReactNode } from "react";
import type { GridScene, SceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import css from "./plates.module.css";

interface LargeCellProps {
  readonly scene: GridScene;
  readonly cell: SceneCell;
  /** The drawing of the cell, as wide as in the scene. */
  readonly swatch: ReactNode;
  readonly isActive: boolean;
  readonly isKept: boolean;
  /** The cell needs no attention. */
  readonly isQuiet?: boolean;
  /** Lines below the node's name. */
  readonly children: ReactNode;
}

/** A large cell at its position in the scene, with its node and its text. */
export function LargeCell({ scene, cell, swatch, isActive, isKept, isQuiet = false, children }: LargeCellProps) {
  const { cell: size } = scene.places.layout;
  return (
    <div
      className={classes(css.plate, isQuiet && css.quiet, isActive && css.hover, !isKept && css.steppedBack)}
      data-plate
      style={{ left: cell.x - 4, top: cell.y - (size.pitchY - size.height) / 2, width: size.pitchX, height: size.pitchY }}
    >
      {swatch}
      <div className={css.text}>
        <b>
          <MiddleCut text={cell.node.name} isWord />
        </b>
        {children}
      </div>
    </div>
  );
}
