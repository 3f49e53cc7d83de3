import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { cellVariantLabel, cellVariantOfByte } from "../../../data/cell/cell-variant.ts";
import type { Grouping } from "../../../data/rows/grouping.ts";
import { groupingWords } from "../../../data/rows/grouping-text.ts";
import type { GridNode } from "../../../data/rows/node-cells.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { groupName } from "../../../draw/grid/group-text.ts";
import { sceneCell } from "../../../draw/grid/layout/grid-scene.ts";
import { type GhostColumn, ghostAt, previewCellByte } from "../../../panels/actions/effect/ghost-column.ts";
import { ghostWord } from "../../../panels/actions/effect/what-if-text.ts";
import { NodeFieldCell, NodeTable } from "../../../panels/grid/NodeTable.tsx";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { type GhostScene, ghostLookOf } from "./ghost-cell-renderer.ts";

interface GhostTableProps {
  readonly scene: GhostScene;
  readonly column: GhostColumn;
  readonly daemonSet: string;
  readonly grouping: Grouping;
  /** The DaemonSet itself is deleted. */
  readonly isDeleted: boolean;
  readonly keeps: (node: GridNode) => boolean;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (cell: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

/** The nodes of the ghost grid as table rows: the state of each now and after the change. */
export function GhostTable({ scene, column, daemonSet, grouping, isDeleted, keeps, ...rest }: GhostTableProps) {
  const { t } = useTranslation();
  const cells = Uint32Array.from(scene.places.rows.keys()).filter((at) => {
    const cell = sceneCell(scene, at);
    return cell !== undefined && keeps(cell.node);
  });
  return (
    <NodeTable
      {...rest}
      scene={scene}
      cells={cells}
      label={t("whatIf.nodesOf", { name: daemonSet, count: cells.length })}
      name="ghost"
      heads={[
        t("whatIf.nodeTable.node"),
        groupingWords(grouping, t),
        ...(["ghost", "now", "later", "taints"] as const).map((head) => t(`whatIf.nodeTable.${head}`)),
      ]}
      fieldsOf={({ node, group: place }, at) => {
        const ghost = ghostAt(column, node.row);
        const now = column.bytes[node.row] ?? 0;
        const look = ghostLookOf(scene, at, true);
        const group = scene.nodes.groups[place];
        const taints = node.record.taints.map(taintText).join(", ");
        return (
          <>
            <NodeFieldCell>
              {"ghost" in look ? <GhostSwatch look={look} size={16} /> : <CellSwatch look={look} size={14} />}{" "}
              <MiddleCut text={node.name} />
            </NodeFieldCell>
            <td>{group === undefined ? "" : <MiddleCut text={groupName(group, t)} />}</td>
            <td>{ghostWord(ghost, isDeleted, t)}</td>
            <td>{cellVariantLabel(cellVariantOfByte(now), t)}</td>
            <td>{cellVariantLabel(cellVariantOfByte(previewCellByte(now, ghost)), t)}</td>
            <td title={taints}>
              <code>{taints}</code>
            </td>
          </>
        );
      }}
    />
  );
}
