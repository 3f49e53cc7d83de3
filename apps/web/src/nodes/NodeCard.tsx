import { useTranslation } from "react-i18next";
import { CARD_WIDTH } from "../grid/CellCard.tsx";
import cellCardCss from "../grid/cell-card.module.css";
import type { SceneCell } from "../grid/grid-scene.ts";
import { groupName } from "../grid/group-words.ts";
import { NodeDetails } from "../grid/NodeDetails.tsx";
import type { ShownLabels } from "../grid/shown-labels.ts";
import { useCardPlace } from "../grid/use-card-place.ts";
import { zoneOf } from "../rows/grouping.ts";
import type { AgentScene } from "./agent-ticks.ts";
import { agentWords, lackText, notReadyText } from "./node-words.ts";
import { missingAgents, worstAgent } from "./select-node-states.ts";

/** Maximum number of agents that the card names. */
const NAMED = 6;

interface NodeCardProps {
  readonly scene: AgentScene;
  readonly cell: SceneCell;
  readonly labels: ShownLabels;
  /** Text of the lens for the node. */
  readonly lensWords: string | undefined;
  readonly nowMs: number;
}

/** The tooltip of a node: its marks, and the agents that it lacks. */
export function NodeCard({ scene, cell, labels, lensWords, nowMs }: NodeCardProps) {
  const { t } = useTranslation();
  const { states } = scene;
  const { record, row } = cell.node;
  const { ref, ...place } = useCardPlace(scene, cell);
  const group = scene.nodes.groups[cell.group];
  const name = group === undefined ? "" : groupName(group, t);
  const zone = zoneOf(record);
  const lacked = missingAgents(states, row);
  const worst = worstAgent(states, row);
  const marks = [
    name,
    zone === name ? undefined : zone,
    record.unschedulable ? t("grid.cordoned") : undefined,
    notReadyText(record, nowMs),
  ];
  return (
    <div ref={ref} className={cellCardCss.card} role="tooltip" style={{ ...place, width: CARD_WIDTH }}>
      <div>
        <b className="mono">{record.name}</b>
        <div>{marks.filter((part) => part !== undefined && part !== "").join(t("nodes.comma"))}</div>
        <div className={lacked.length > 0 ? `${cellCardCss.pod} strong` : cellCardCss.pod}>{lackText(states, row, t)}</div>
        {lacked.slice(0, NAMED).map((agent) => (
          <div key={agent.key}>{agentWords(agent, t)}</div>
        ))}
        {lacked.length === 0 && worst !== undefined && <div>{agentWords(worst, t)}</div>}
        {lacked.length > NAMED && <div>{t("nodes.moreAgents", { count: lacked.length - NAMED })}</div>}
        {lensWords !== undefined && <div className="strong">{lensWords}</div>}
        <NodeDetails record={record} shown={labels} />
      </div>
    </div>
  );
}
