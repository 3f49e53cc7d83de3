import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { lookKey, taintCapOf } from "../cell/look.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellWords } from "./cell-words.ts";
import { PLATE_SIZE } from "./grid-layout.ts";
import type { ChangeMotion } from "./grid-painter.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";
import { useTrace } from "./use-trace.ts";

interface PlatesProps {
  readonly scene: GridScene;
  readonly index: CellFactsIndex;
  /** What the lens says of a node; undefined under the lens of states. */
  readonly lensWordsOf: (node: string) => string | undefined;
  readonly nowMs: number;
  readonly keeps: (cell: SceneCell) => boolean;
  readonly active: number | undefined;
  readonly motion: ChangeMotion;
}

/** The cell of a plate; one that changed keeps an outline for a while where nothing moves. */
function PlateCell({ cell, motion }: { readonly cell: SceneCell; readonly motion: ChangeMotion }) {
  const isChanged = useTrace(lookKey(cell.look), motion === "trace");
  return (
    <span className={isChanged ? "changed" : undefined}>
      <CellSwatch look={{ ...cell.look, taint: taintCapOf(cell.node.record.taints, []) }} size={PLATE_SIZE} />
    </span>
  );
}

/** The cells at 40 px, each with its node, its pod and one phrase. A cell shows all its taints here. */
export function Plates({ scene, index, lensWordsOf, nowMs, keeps, active, motion }: PlatesProps) {
  const { t } = useTranslation();
  return scene.cells.map((cell, at) => {
    const { node } = cell;
    const facts = index.factsOf(node, nowMs);
    const words = cellWords(facts, t);
    const isNamed = words.pod === undefined || words.pod === facts.pod?.name;
    const lensWords = lensWordsOf(node.name);
    const className = `plate${at === active ? " hover" : ""}${keeps(cell) ? "" : " stepped-back"}`;
    return (
      <div
        key={node.name}
        className={className}
        style={{ left: cell.x - 4, top: cell.y - 4, width: scene.layout.pitchX - 4, height: scene.layout.pitchY - 2 }}
      >
        <PlateCell cell={cell} motion={motion} />
        <div className="pt">
          <b>
            <MiddleCut text={node.name} />
          </b>
          {isNamed ? (
            <code>
              <MiddleCut text={words.pod ?? " "} />
            </code>
          ) : (
            <span className="ell i3">{words.pod ?? " "}</span>
          )}
          {lensWords === undefined ? (
            <span className={`ell tone-${words.tone}`} title={words.phrase}>
              {words.phrase}
            </span>
          ) : (
            <span className="ell" title={lensWords}>
              {lensWords}
            </span>
          )}
        </div>
      </div>
    );
  });
}
