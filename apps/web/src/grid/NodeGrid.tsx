import { useTranslation } from "react-i18next";
import { CARD_WIDTH, CellCard } from "./CellCard.tsx";
import { CellField, type CellFieldProps } from "./CellField.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellSentence } from "./cell-words.ts";
import type { SceneCell } from "./grid-scene.ts";
import { groupFactsText, groupName } from "./group-words.ts";
import { zoneOf } from "./grouping.ts";
import { Plates } from "./Plates.tsx";
import type { FillOf } from "./ready-fill.ts";

type FieldProps = Omit<CellFieldProps, "label" | "factsOf" | "sentenceOf" | "cardOf" | "plates">;

export interface NodeGridProps extends FieldProps {
  readonly index: CellFactsIndex;
  readonly fillOf: FillOf;
  readonly daemonSet: string;
  readonly revisionOf: (hash: string | undefined) => string | undefined;
  readonly nowMs: number;
  readonly hasNames: boolean;
  /** All that the cells are drawn from was read. */
  readonly isKnown: boolean;
  /** What the lens says of a node; undefined under the lens of states. */
  readonly lensWordsOf: (node: string) => string | undefined;
}

/** The node grid of one DaemonSet. */
export function NodeGrid(props: NodeGridProps) {
  const { scene, index, daemonSet, nowMs, hasNames, isKnown, lensWordsOf } = props;
  const { t } = useTranslation();
  return (
    <CellField
      {...props}
      label={t("grid.nodesOf", { count: scene.cells.length, daemonSet })}
      factsOf={(group, width) => groupFactsText(group, width, isKnown, t)}
      sentenceOf={(cell) => {
        const lensWords = lensWordsOf(cell.node.name);
        const sentence = cellSentence(index.factsOf(cell.node, nowMs), scene.groups[cell.group]?.name ?? "", daemonSet, t);
        return [sentence, ...(lensWords === undefined ? [] : [lensWords])].join(t("grid.comma"));
      }}
      cardOf={(cell) => <ShownCard {...props} cell={cell} />}
      plates={
        hasNames
          ? (hovered) => (
              <Plates
                scene={scene}
                index={index}
                lensWordsOf={lensWordsOf}
                nowMs={nowMs}
                keeps={props.keeps}
                active={hovered}
                motion={props.motion}
              />
            )
          : undefined
      }
    />
  );
}

function ShownCard({ scene, index, fillOf, nowMs, cell, revisionOf, lensWordsOf }: NodeGridProps & { readonly cell: SceneCell }) {
  const { t } = useTranslation();
  const group = scene.groups[cell.group];
  const facts = index.factsOf(cell.node, nowMs);
  const { width, size } = scene.layout;
  return (
    <CellCard
      facts={facts}
      group={group === undefined ? "" : groupName(group, t)}
      zone={zoneOf(cell.node.record)}
      fill={fillOf(cell.node.name)}
      revision={revisionOf(facts.pod?.hash)}
      lensWords={lensWordsOf(cell.node.name)}
      left={Math.max(0, Math.min(cell.x + size + 10, width - CARD_WIDTH))}
      top={cell.y + size + 10}
    />
  );
}
