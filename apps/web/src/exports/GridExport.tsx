import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { useTranslation } from "react-i18next";
import { useDaemonSetPods } from "../api/queries.ts";
import { cellStyleOfVariant, cellVariantLabel, cellVariantOfByte } from "../cell/figure.ts";
import { plainCellStyle } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import { cellFactsIndex } from "../grid/cell-facts.ts";
import { gridPositions } from "../grid/grid-scene.ts";
import { groupFactsText, groupName, headWidthOf } from "../grid/group-words.ts";
import type { ReadyFills } from "../grid/ready-fill.ts";
import type { Translate } from "../i18n/translator.ts";
import type { Grouping } from "../rows/grouping.ts";
import { LEGEND_VARIANTS } from "../rows/legend-counts.ts";
import { nodesByName } from "../rows/node-cells.ts";
import type { PlacedNodes } from "../rows/placed-nodes.ts";
import { countText } from "../text/figures.ts";
import { verdictOn } from "../verdict/select-verdict.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import { gridPng, gridSvg } from "./grid-blobs.ts";
import { type ExportedPods, nodesTable } from "./nodes-table.ts";
import { type Origin, originLine } from "./origin.ts";
import { type GridPicture, styleRenderer } from "./paint-grid.ts";
import { pictureLayout } from "./picture-layout.ts";

/** Exports the nodes of one DaemonSet as a table, as facts and as a picture of the whole grid. */
export function GridExport({
  record,
  nodes,
  grouping,
  fills,
  origin,
  onClose,
}: {
  readonly record: DaemonSetRecord;
  readonly nodes: PlacedNodes;
  readonly grouping: Grouping;
  readonly fills: ReadyFills;
  readonly origin: Origin;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { data, error } = useDaemonSetPods(record.namespace, record.name, `${record.uid} ${origin.atMs}`);
  const table = nodesTable(nodesByName(nodes.cells), grouping, podsOf(record, data, origin.atMs));
  const facts = { daemonSet: record, nodes: table.rows.map((row) => Object.fromEntries(table.heads.map((head, at) => [head, row[at]]))) };
  const picture = () => pictureOf(record, nodes, fills, origin, t);
  return (
    <ExportDialog
      about={record.key}
      origin={origin}
      table={table}
      isAwaited={data === undefined && error === null}
      facts={facts}
      pictures={{ svg: () => gridSvg(picture(), palette), png: () => gridPng(picture(), palette) }}
      onClose={onClose}
    />
  );
}

/** Returns the fetched pods if they still match the exported cells. */
function podsOf(record: DaemonSetRecord, answer: DaemonSetPodsAnswer | undefined, nowMs: number): ExportedPods {
  const index = cellFactsIndex(record, answer, () => undefined);
  return {
    podOn: (node) => index.factsOf(node, nowMs).pod,
    imagesByHash: answer?.imagesByHash ?? {},
    revisions: record.revisions,
  };
}

function pictureOf(record: DaemonSetRecord, nodes: PlacedNodes, fills: ReadyFills, origin: Origin, t: Translate): GridPicture {
  const { groups, order, cells, counts } = nodes;
  const names = nodesByName(cells).map(({ name }) => name);
  const { layout, hasNames } = pictureLayout(
    order,
    groups.map((group) => headWidthOf(group, t)),
    names,
  );
  const { word, sentence } = verdictOn(t, record, origin.atMs);
  return {
    title: [word, record.key].join(" ") + (sentence === "" ? "" : t("verdict.about", { sentence })),
    status: record.rollout.message,
    origin: originLine(origin),
    scene: { places: gridPositions(layout, order, cells.bytes.length), nodes, paint: { fills, shadeOf: undefined } },
    headings: groups.map((group) => ({ name: groupName(group, t), facts: groupFactsText(group, 178, record.unread.length === 0, t) })),
    legend: LEGEND_VARIANTS.filter((figure) => counts.figures[figure] > 0).map((figure) => ({
      draw: styleRenderer(plainCellStyle(cellStyleOfVariant(figure).state, cellStyleOfVariant(figure))),
      text: `${countText(counts.figures[figure])} ${cellVariantLabel(figure, t)}`,
    })),
    drawCell: ({ look }) => styleRenderer(look),
    wordsOf: hasNames ? ({ node }) => [node.name, cellVariantLabel(cellVariantOfByte(node.byte), t)] : undefined,
  };
}
