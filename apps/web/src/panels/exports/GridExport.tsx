import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { useDaemonSetPods } from "../../data/api/queries.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { cellStyleOfVariant, cellVariantLabel, cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { Grouping } from "../../data/rows/grouping.ts";
import { LEGEND_VARIANTS } from "../../data/rows/legend-counts.ts";
import { nodesByName } from "../../data/rows/node-cells.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { gridPng, gridSvg } from "../../draw/export/grid-blobs.ts";
import { type GridPicture, styleRenderer } from "../../draw/export/paint-grid.ts";
import { pictureLayout } from "../../draw/export/picture-layout.ts";
import { groupFactsText, groupName, headWidthOf } from "../../draw/grid/group-text.ts";
import { gridPositions } from "../../draw/grid/layout/grid-scene.ts";
import type { ReadyFills } from "../../draw/grid/ready-fills.ts";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { cellFactsIndex } from "../grid/cell-facts.ts";
import { verdictOn } from "../verdict/select-verdict.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import { type ExportedPods, nodesTable } from "./nodes-table.ts";
import { type Origin, originLine } from "./origin.ts";

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

/** Looks up the fetched pods that still match the exported cells. */
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
    headings: groups.map((group) => ({ name: groupName(group, t), facts: groupFactsText(group, 0, record.unread.length === 0, t) })),
    legend: LEGEND_VARIANTS.filter((figure) => counts.figures[figure] > 0).map((figure) => ({
      draw: styleRenderer(plainCellStyle(cellStyleOfVariant(figure).state, cellStyleOfVariant(figure))),
      text: `${countText(counts.figures[figure])} ${cellVariantLabel(figure, t)}`,
    })),
    drawCell: ({ look }) => styleRenderer(look),
    wordsOf: hasNames ? ({ node }) => [node.name, cellVariantLabel(cellVariantOfByte(node.byte), t)] : undefined,
  };
}
