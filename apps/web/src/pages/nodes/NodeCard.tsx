import { useTranslation } from "react-i18next";
import { missingAgents, worstAgent } from "../../data/nodes/select-node-states.ts";
import type { AgentScene } from "../../draw/agents/agent-cell-bytes.ts";
import { groupName } from "../../draw/grid/group-text.ts";
import type { SceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { HoverCard } from "../../panels/grid/CellCard.tsx";
import cellCardCss from "../../panels/grid/cell-card.module.css";
import { NodeDetails } from "../../panels/grid/NodeDetails.tsx";
import type { ShownLabels } from "../../panels/grid/shown-labels.ts";
import { useCardPlace } from "../../panels/grid/use-card-place.ts";
import { agentWords, lackText, notReadyText } from "./node-text.ts";

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
  const place = useCardPlace(scene, cell);
  const group = scene.nodes.groups[cell.group];
  const lacked = missingAgents(states, row);
  const worst = worstAgent(states, row);
  return (
    <HoverCard {...place} record={record} group={group === undefined ? "" : groupName(group, t)} notReady={notReadyText(record, nowMs)}>
      <div className={lacked.length > 0 ? `${cellCardCss.pod} strong` : cellCardCss.pod}>{lackText(states, row, t)}</div>
      {lacked.slice(0, NAMED).map((agent) => (
        <div key={agent.key}>{agentWords(agent, t)}</div>
      ))}
      {lacked.length === 0 && worst !== undefined && <div>{agentWords(worst, t)}</div>}
      {lacked.length > NAMED && <div>{t("nodes.moreAgents", { count: lacked.length - NAMED })}</div>}
      {lensWords !== undefined && <div className="strong">{lensWords}</div>}
      <NodeDetails record={record} shown={labels} />
    </HoverCard>
  );
}
