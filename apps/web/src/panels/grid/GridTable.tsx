import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { useMemo } from "react";
import { cellVariantLabel, cellVariantOf } from "../../data/cell/cell-variant.ts";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import { filterRows } from "../../data/rows/filtered-rows.ts";
import type { GridNode, NodeCells } from "../../data/rows/node-cells.ts";
import { podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { groupName } from "../../draw/grid/group-text.ts";
import type { GridScene, SceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { type CellTextInput, cellWords } from "./cell-text.ts";
import { labelField, labelHead, labelWords } from "./label-text.ts";
import { NodeFieldCell, NodeTable } from "./NodeTable.tsx";
import type { ShownLabels } from "./shown-labels.ts";

interface GridTableProps {
  readonly scene: GridScene;
  readonly source: Readable<NodeCells>;
  readonly index: CellFactsIndex;
  readonly daemonSet: string;
  readonly namespace: string;
  readonly nowMs: number;
  readonly seq: number;
  readonly keeps: (node: GridNode) => boolean;
  /** Returns the text of the lens for the node of a row. Undefined, like the column head `lensTitle`, if the
   *  lens has no column. */
  readonly lensWordsOf: (row: number) => string | undefined;
  readonly lensTitle: string | undefined;
  readonly labels: ShownLabels;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

/** Returns the indexes of the cells that a filter keeps, in the order of the scene. The list is the same while it is
 *  equal. */
function useKeptCells({ places }: GridScene, source: Readable<NodeCells>, keeps: (node: GridNode) => boolean): Uint32Array {
  const kept = useComputed(
    source,
    useMemo(() => filterRows(keeps), [keeps]),
  );
  const flags = kept?.flags;
  return useMemo(() => Uint32Array.from(places.rows.keys()).filter((cell) => flags?.[places.rows[cell] ?? -1] === 1), [places, flags]);
}

/** The grid as a table, with the same filter, selection and keys. Only the visible rows exist. The filter removes rows
 *  here instead of fading them. */
export function GridTable(props: GridTableProps) {
  const { scene, source, index, daemonSet, namespace, nowMs, seq, keeps, lensWordsOf, lensTitle } = props;
  const { labels, selected, active, onMove, onOpen, onToggleTable } = props;
  const { t } = useTranslation();
  const cells = useKeptCells(scene, source, keeps);
  const heads = [
    t("grid.table.node"),
    t("grid.table.group"),
    ...(lensTitle === undefined ? [] : [lensTitle]),
    ...labels.keys.map((key) => labelHead(key, labels)),
    t("grid.table.state"),
    t("grid.table.pod"),
    t("grid.table.now"),
    t("grid.table.conditions"),
    t("grid.table.taints"),
  ];
  return (
    <NodeTable
      scene={scene}
      cells={cells}
      label={t("grid.nodesOf", { count: cells.length, daemonSet })}
      name="row"
      seq={seq}
      heads={heads}
      fieldsOf={(cell) => (
        <Fields
          cell={cell}
          facts={index.factsOf(cell.node, nowMs)}
          namespace={namespace}
          group={scene.nodes.groups[cell.group]}
          hasLens={lensTitle !== undefined}
          lensWords={lensWordsOf(cell.node.row)}
          labels={labels}
        />
      )}
      selected={selected}
      active={active}
      onMove={onMove}
      onOpen={onOpen}
      onToggleTable={onToggleTable}
    />
  );
}

function stateWords(look: SceneCell["look"], t: Translate): string {
  const figure = cellVariantOf(look);
  const more = look.surge ? [t("grid.twoPods")] : look.old && figure !== "old" ? [t("grid.oldRevision")] : [];
  return [cellVariantLabel(figure, t), ...more].join(t("grid.comma"));
}

interface FieldsProps {
  readonly cell: SceneCell;
  readonly facts: CellTextInput;
  readonly namespace: string;
  readonly group: GridScene["nodes"]["groups"][number] | undefined;
  readonly hasLens: boolean;
  readonly lensWords: string | undefined;
  readonly labels: ShownLabels;
}

function Fields({ cell, facts, namespace, group, hasLens, lensWords, labels }: FieldsProps) {
  const { t } = useTranslation();
  const { name, record } = cell.node;
  const ready = record.ready === "True" ? "Ready" : record.ready === "False" ? "NotReady" : "Unknown";
  const conditions = [ready, ...(record.unschedulable ? [t("grid.cordoned")] : [])].join(t("grid.comma"));
  const taints = record.taints.map(taintText).join(", ");
  const state = stateWords(cell.look, t);
  const words = cellWords(facts, t);
  const podName = words.pod === facts.pod?.name ? words.pod : undefined;
  return (
    <>
      <NodeFieldCell>
        <CellSwatch look={cell.look} size={14} /> <MiddleCut text={name} />
      </NodeFieldCell>
      <td>{group === undefined ? "" : <MiddleCut text={groupName(group, t)} />}</td>
      {hasLens && <td title={lensWords}>{lensWords}</td>}
      {labels.linesOf(record.labels).map((line) => (
        <td key={line.key} title={labelWords(line, t, true)}>
          {labelField(line, t)}
        </td>
      ))}
      <td title={state}>{state}</td>
      <td>
        <code>
          {podName === undefined ? (
            <MiddleCut text={words.pod ?? ""} />
          ) : (
            // Not in the tab order of the table: the drawer of the row links to the pod too.
            <ViewLink view={podView(namespace, podName)} tabIndex={-1}>
              <MiddleCut text={podName} />
            </ViewLink>
          )}
        </code>
      </td>
      <td data-tone={words.tone} title={words.phrase}>
        {words.phrase}
      </td>
      <td>{conditions}</td>
      <td title={taints}>
        <code>{taints}</code>
      </td>
    </>
  );
}
