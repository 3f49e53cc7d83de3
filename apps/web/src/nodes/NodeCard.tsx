import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { lookOf } from "../cell/look.ts";
import { CARD_WIDTH } from "../grid/CellCard.tsx";
import { taintText } from "../grid/cell-words.ts";
import type { GridScene, SceneCell } from "../grid/grid-scene.ts";
import { groupName } from "../grid/group-words.ts";
import { zoneOf } from "../grid/grouping.ts";
import { agentWords, lackText, notReadyText } from "./node-words.ts";
import { lackedAgents, type NodeStates, worstAgent } from "./select-node-states.ts";

/** Agents that the card names. */
const NAMED = 6;

interface NodeCardProps {
  readonly states: NodeStates;
  readonly scene: GridScene;
  readonly cell: SceneCell;
  readonly nowMs: number;
}

/** The tooltip of a node: its marks, and which agents it lacks. */
export function NodeCard({ states, scene, cell, nowMs }: NodeCardProps) {
  const { t } = useTranslation();
  const { record, row, byte } = cell.node;
  const { width, size } = scene.layout;
  const group = scene.groups[cell.group];
  const name = group === undefined ? "" : groupName(group, t);
  const zone = zoneOf(record);
  const lacked = lackedAgents(states, row);
  const worst = worstAgent(states, row);
  const marks = [
    name,
    zone === name ? undefined : zone,
    record.unschedulable ? t("grid.cordoned") : undefined,
    notReadyText(record, nowMs),
  ];
  return (
    <div
      className="cell-card"
      role="tooltip"
      style={{ left: Math.max(0, Math.min(cell.x + size + 10, width - CARD_WIDTH)), top: cell.y + size + 10, width: CARD_WIDTH }}
    >
      <CellSwatch look={lookOf(byte, record)} size={40} />
      <div>
        <b>{record.name}</b>
        <div>{marks.filter((part) => part !== undefined && part !== "").join(t("nodes.comma"))}</div>
        {record.taints.length > 0 && (
          <div>
            {t("grid.tainted")} <code>{record.taints.map(taintText).join(", ")}</code>
          </div>
        )}
        <div className={lacked.length > 0 ? "cell-card-pod strong" : "cell-card-pod"}>{lackText(states, row, t)}</div>
        {lacked.slice(0, NAMED).map((agent) => (
          <div key={agent.key}>{agentWords(agent, t)}</div>
        ))}
        {lacked.length === 0 && worst !== undefined && <div>{agentWords(worst, t)}</div>}
        {lacked.length > NAMED && <div>{t("nodes.moreAgents", { count: lacked.length - NAMED })}</div>}
      </div>
    </div>
  );
}
