import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useTranslation } from "react-i18next";
import { figureWord } from "../cell/figure.ts";
import { usePalette } from "../cell/use-palette.ts";
import { layoutGrid } from "../grid/grid-layout.ts";
import { gridScene } from "../grid/grid-scene.ts";
import { groupFactsText, groupName, headWidthOf } from "../grid/group-words.ts";
import type { Grouping } from "../grid/grouping.ts";
import { LEGEND_FIGURES, legendCounts } from "../grid/legend.ts";
import type { FillOf } from "../grid/ready-fill.ts";
import type { GridNode, NodeGroup } from "../grid/select-groups.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import { gridPng, gridSvg } from "./grid-blobs.ts";
import { nodesTable } from "./nodes-table.ts";
import { type Origin, originLine } from "./origin.ts";

const PICTURE_WIDTH = 1400;
const PICTURE_HEIGHT = 900;

/** Exports the nodes of one DaemonSet as a table, as facts and as a picture of the whole grid. */
export function GridExport({
  record,
  nodes,
  groups,
  grouping,
  fillOf,
  origin,
  onClose,
}: {
  readonly record: DaemonSetRecord;
  readonly nodes: readonly GridNode[];
  readonly groups: readonly NodeGroup[];
  readonly grouping: Grouping;
  readonly fillOf: FillOf;
  readonly origin: Origin;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const palette = usePalette();
  const picture = () => {
    const heads = groups.map((group) => headWidthOf(group, t));
    const layout = layoutGrid(
      groups.map((group) => group.nodes.length),
      heads,
      PICTURE_WIDTH,
      PICTURE_HEIGHT,
      "fit",
    );
    const counts = legendCounts(nodes);
    return {
      title: `${record.key}: ${record.rollout.message}`,
      origin: originLine(origin),
      scene: gridScene(groups, layout, fillOf),
      headings: groups.map((group) => ({ name: groupName(group, t), facts: groupFactsText(group, 178, record.unread.length === 0, t) })),
      legend: LEGEND_FIGURES.filter((figure) => counts.figures[figure] > 0).map((figure) => ({
        figure,
        text: `${counts.figures[figure].toLocaleString("en-US")} ${figureWord(figure, t)}`,
      })),
    };
  };
  const table = nodesTable(nodes, grouping);
  const facts = { daemonSet: record, nodes: table.rows.map((row) => Object.fromEntries(table.heads.map((head, at) => [head, row[at]]))) };
  return (
    <ExportDialog
      about={record.key}
      origin={origin}
      table={table}
      facts={facts}
      pictures={{ svg: () => gridSvg(picture(), palette), png: () => gridPng(picture(), palette) }}
      onClose={onClose}
    />
  );
}
