import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { taintCapOf } from "../cell/look.ts";
import { PLATE_SIZE } from "../grid/grid-layout.ts";
import type { GridScene, SceneCell } from "../grid/grid-scene.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { agentWords, lackText, notReadyText } from "./node-words.ts";
import { type NodeStates, worstAgent } from "./select-node-states.ts";

interface NodePlatesProps {
  readonly states: NodeStates;
  readonly scene: GridScene;
  readonly nowMs: number;
  readonly keeps: (cell: SceneCell) => boolean;
  readonly active: number | undefined;
}

/** The nodes at 40 px, each with its name, how many agents it lacks, and the worst of them. */
export function NodePlates({ states, scene, nowMs, keeps, active }: NodePlatesProps) {
  const { t } = useTranslation();
  return scene.cells.map((cell, at) => {
    const { name, record, row } = cell.node;
    const worst = worstAgent(states, row);
    const silent = notReadyText(record, nowMs);
    const said = silent ?? (record.unschedulable ? t("grid.cordoned") : undefined);
    const below = [said, worst === undefined ? undefined : agentWords({ ...worst, key: worst.key.split("/")[1] ?? worst.key }, t)]
      .filter((part) => part !== undefined)
      .join(t("nodes.comma"));
    const className = `plate${at === active ? " hover" : ""}${keeps(cell) ? "" : " stepped-back"}`;
    return (
      <div
        key={name}
        className={className}
        style={{ left: cell.x - 4, top: cell.y - 4, width: scene.layout.pitchX - 4, height: scene.layout.pitchY - 2 }}
      >
        <CellSwatch look={{ ...cell.look, taint: taintCapOf(record.taints, []) }} size={PLATE_SIZE} />
        <div className="pt">
          <b>
            <MiddleCut text={name} />
          </b>
          <span className={(states.lacks[row] ?? 0) === 0 ? "ell i3" : "ell strong"}>{lackText(states, row, t)}</span>
          <span className="ell i3" title={below}>
            {below}
          </span>
        </div>
      </div>
    );
  });
}
