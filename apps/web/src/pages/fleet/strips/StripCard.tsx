import { eligibilityOf } from "@daemonscope/daemonset/placement/eligibility";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { useEffect, useState } from "react";
import { useExplain } from "../../../data/api/queries.ts";
import type { GridNode } from "../../../data/rows/node-cells.ts";
import { CARD_WIDTH, CellCard } from "../../../panels/grid/CellCard.tsx";
import { cellFactsIndex } from "../../../panels/grid/cell-facts.ts";
import { pageZoom } from "../../../ui/viewport/fit-canvas.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { cardPlace, MARGIN } from "./card-place.ts";

interface StripCardProps {
  readonly node: GridNode;
  readonly pool: string;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  /** Position of the strip in the window, CSS pixels of the page. */
  readonly field: Pick<DOMRect, "left" | "top" | "height">;
  /** Position of the cell in the strip, CSS pixels. */
  readonly left: number;
}

/** A pointer that only passes over cells sends no request. */
const RESTED_MS = 150;

/** The tooltip of a cell. When the pointer rests on the cell, the tooltip adds the pod or the reason why none is
 *  wanted. */
export function StripCard(props: StripCardProps) {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), RESTED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested ? <CardWithAnswer {...props} /> : <Card {...props} answer={undefined} />;
}

function CardWithAnswer(props: StripCardProps) {
  const { node, record } = props;
  const { data } = useExplain(record.namespace, record.name, node.name, `${record.uid} ${node.byte}`);
  return <Card {...props} answer={data} />;
}

function Card({ node, pool, record, nowMs, field, left, answer }: StripCardProps & { readonly answer: ExplainAnswer | undefined }) {
  const { t } = useTranslation();
  const known = answer && { nodes: [{ node: node.name, verdict: answer.placement.verdict, cell: answer.cell, pods: answer.pods }] };
  const facts = cellFactsIndex(record, known, () => answer && eligibilityOf(answer.placement)).factsOf(node, nowMs);
  const revision = record.revisions.find(({ hash }) => hash === facts.pod?.hash)?.revision;
  const zoom = pageZoom();
  const place = cardPlace(field, left, { width: innerWidth / zoom, height: innerHeight / zoom }, CARD_WIDTH);
  return (
    <CellCard
      facts={facts}
      group={pool}
      fill={undefined}
      revision={revision === undefined ? undefined : t("grid.revision", { revision })}
      lensWords={undefined}
      {...place}
      // A strip is narrower than the card, which is placed inside the window.
      maxWidth={`calc(100vw - ${2 * MARGIN}px)`}
    />
  );
}
