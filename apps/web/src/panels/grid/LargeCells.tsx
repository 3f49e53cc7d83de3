import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { useEffect, useState } from "react";
import { cellStyleKey } from "../../data/cell/cell-style.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { HIGHLIGHT_MS } from "../../draw/grid/grid-painter.ts";
import { type GridScene, type SceneCell, sceneCells } from "../../draw/grid/layout/grid-scene.ts";
import { withoutPrefixes } from "../../words/format/without-prefixes.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellWords, type Tone } from "./cell-text.ts";
import { LabelLines } from "./LabelLines.tsx";
import { LargeCell } from "./LargeCell.tsx";
import { labelWords } from "./label-text.ts";
import css from "./plates.module.css";
import type { HeadingReason } from "./shared-exclusion.ts";
import type { ShownLabels } from "./shown-labels.ts";

interface LargeCellsProps {
  readonly scene: GridScene;
  readonly index: CellFactsIndex;
  /** Returns the text of the lens for the node of a row; undefined under the lens of states. */
  readonly lensWordsOf: (row: number) => string | undefined;
  readonly labels: ShownLabels;
  readonly nowMs: number;
  /** The reason that a heading gives for all cells of its group, by group index. */
  readonly headingReasons: readonly (HeadingReason | undefined)[];
  readonly keeps: (node: GridNode) => boolean;
  readonly active: number | undefined;
  readonly motion: ChangeMotion;
}

/** The drawing of a large cell. If motion is off, a changed cell keeps an outline for a while. */
function CellDrawing({ cell, size, motion }: { readonly cell: SceneCell; readonly size: number; readonly motion: ChangeMotion }) {
  const isChanged = useChangeHighlight(cellStyleKey(cell.look), motion === "trace");
  return (
    <span className={isChanged ? css.changed : undefined} data-changed={isChanged || undefined}>
      <CellSwatch look={cell.look} size={size} />
    </span>
  );
}

/** An available pod on a healthy node needs no phrase: the drawing shows new or old, and the tooltip names the pod. */
const isCalm = ({ byte, record }: GridNode, tone: Tone): boolean =>
  tone === "quiet" && cellState(byte) === "available" && record.ready === "True" && !record.unschedulable;

/** Reports whether a label line states the phrase already, such as `lacks app=x`. That of a pause names its reason. */
const isShownByLabel = (labels: ShownLabels, { record }: GridNode, phrase: string, t: Translate): boolean =>
  labels
    .linesOf(record.labels)
    .some((line) => line.wanted.length > 0 && (line.pause !== undefined || labelWords(line, t, true) === phrase));

/** Large cells, each with its node, and with one phrase if there is something to report. */
export function LargeCells({ scene, index, lensWordsOf, labels, nowMs, headingReasons, keeps, active, motion }: LargeCellsProps) {
  const { t } = useTranslation();
  return sceneCells(scene).map((cell, at) => {
    const { node } = cell;
    const facts = index.factsOf(node, nowMs);
    const words = cellWords(facts, t);
    const lensWords = lensWordsOf(node.row);
    return (
      <LargeCell
        key={node.name}
        scene={scene}
        cell={cell}
        swatch={<CellDrawing cell={cell} size={scene.places.layout.cell.width} motion={motion} />}
        isActive={at === active}
        isKept={keeps(node)}
        isQuiet={lensWords !== undefined || isCalm(node, words.tone) || cellState(node.byte) === "excluded"}
      >
        <LabelLines shown={labels} labels={node.record.labels} isLackStated={headingReasons[cell.group] !== undefined} />
        {lensWords === undefined ? (
          isCalm(node, words.tone) || headingReasons[cell.group] !== undefined || isShownByLabel(labels, node, words.phrase, t) ? null : (
            <span className="ell" data-tone={words.tone} title={words.phrase}>
              {words.short ?? words.phrase}
            </span>
          )
        ) : (
          <span className="ell" title={lensWords}>
            {withoutPrefixes(lensWords)}
          </span>
        )}
      </LargeCell>
    );
  });
}

/** Returns true for a while after `key` changed, if changes are traced. */
function useChangeHighlight(key: string, isTraced: boolean): boolean {
  const [seen, setSeen] = useState({ key, isChanged: false });
  if (seen.key !== key) setSeen({ key, isChanged: isTraced });
  useEffect(() => {
    if (!seen.isChanged) return;
    const timeout = setTimeout(() => setSeen((now) => (now === seen ? { ...now, isChanged: false } : now)), HIGHLIGHT_MS);
    return () => clearTimeout(timeout);
  }, [seen]);
  return seen.isChanged;
}
