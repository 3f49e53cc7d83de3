import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { useMemo } from "react";
import { cellVariantOf } from "../../data/cell/cell-variant.ts";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import { filterRows } from "../../data/rows/filtered-rows.ts";
import type { Grouping } from "../../data/rows/grouping.ts";
import { groupingWords } from "../../data/rows/grouping-text.ts";
import type { GridNode, NodeCells } from "../../data/rows/node-cells.ts";
import { podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { groupName } from "../../draw/grid/group-text.ts";
import type { GridScene, SceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
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
  readonly grouping: Grouping;
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

/** Widths of the columns of nodes, of states, and of each column between states and taints, percent. Taints have the
 *  rest. */
const [NODE_SHARE, STATE_SHARE, MIDDLE_SHARE, LEAST_TAINTS] = [15, 23, 15, 14];
const PHONE_SHARES = [50];

function sharesOf(columns: number): readonly number[] {
  const middle = columns - 3;
  const rest = 100 - NODE_SHARE - STATE_SHARE;
  const share = Math.min(MIDDLE_SHARE, (rest - LEAST_TAINTS) / middle);
  return [NODE_SHARE, STATE_SHARE, ...Array.from({ length: middle }, () => share), rest - middle * share];
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
  const { scene, source, index, daemonSet, namespace, grouping, nowMs, seq, keeps, lensWordsOf, lensTitle } = props;
  const { labels, selected, active, onMove, onOpen, onToggleTable } = props;
  const { t } = useTranslation();
  const cells = useKeptCells(scene, source, keeps);
  const isPhone = useMedia(PHONE);
  const lensHead = lensTitle === undefined ? [] : [lensTitle];
  const labelHeads = labels.keys.map((key) => labelHead(key, labels));
  const groupHead = groupingWords(grouping, t);
  // A label that groups the rows has a column already.
  const hasGroup = !labelHeads.includes(groupHead);
  const heads = [
    t("grid.table.node"),
    t("grid.table.state"),
    ...lensHead,
    ...(isPhone ? [] : [...(hasGroup ? [groupHead] : []), ...labelHeads, t("grid.table.pod"), t("grid.table.taints")]),
  ];
  return (
    <NodeTable
      scene={scene}
      cells={cells}
      label={t("grid.nodesOf", { count: cells.length, daemonSet })}
      name="row"
      seq={seq}
      heads={heads}
      shares={isPhone ? PHONE_SHARES : sharesOf(heads.length)}
      isTall={isPhone}
      fieldsOf={(cell) => (
        <Fields
          cell={cell}
          facts={index.factsOf(cell.node, nowMs)}
          namespace={namespace}
          group={scene.nodes.groups[cell.group]}
          isPhone={isPhone}
          hasGroup={hasGroup}
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

/** Variants whose pods are of an old revision, as a rule or by name. */
const IMPLIES_OLD: ReadonlySet<string> = new Set(["old", "terminating"]);

/** Returns the phrase of a cell, and a second pod, an old revision, or a state of the node that the phrase does not
 *  name. */
function stateWords(phrase: string, look: SceneCell["look"], { ready, unschedulable }: NodeRecord, t: Translate): string {
  const ofPod = look.surge ? [t("grid.twoPods")] : look.old && !IMPLIES_OLD.has(cellVariantOf(look)) ? [t("grid.oldRevision")] : [];
  const ofNode = [
    ...(ready === "True" ? [] : [ready === "False" ? "NotReady" : "Unknown"]),
    ...(unschedulable ? [t("grid.cordoned")] : []),
  ].filter((words) => !phrase.includes(words));
  return [phrase, ...ofPod, ...ofNode].join(t("grid.comma"));
}

interface FieldsProps {
  readonly cell: SceneCell;
  readonly facts: CellTextInput;
  readonly namespace: string;
  readonly group: GridScene["nodes"]["groups"][number] | undefined;
  /** The row has two lines and the columns that fit. */
  readonly isPhone: boolean;
  readonly hasGroup: boolean;
  readonly hasLens: boolean;
  readonly lensWords: string | undefined;
  readonly labels: ShownLabels;
}

function Fields({ cell, facts, namespace, group, isPhone, hasGroup, hasLens, lensWords, labels }: FieldsProps) {
  const { t } = useTranslation();
  const { name, record } = cell.node;
  const taints = record.taints.map(taintText).join(", ");
  const words = cellWords(facts, t);
  const state = stateWords(words.phrase, cell.look, record, t);
  const podName = words.pod === facts.pod?.name ? words.pod : undefined;
  const lines = labels.linesOf(record.labels);
  const pool = group === undefined ? "" : groupName(group, t);
  const head = (
    <>
      <NodeFieldCell>
        <CellSwatch look={cell.look} size={14} />{" "}
        {isPhone ? (
          <span className="ell">
            <MiddleCut text={name} />
            <small>{[pool, ...lines.map((line) => labelField(line, t))].join(t("grid.comma"))}</small>
          </span>
        ) : (
          <MiddleCut text={name} />
        )}
      </NodeFieldCell>
      <td data-tone={words.tone} title={state}>
        {state}
      </td>
      {hasLens && <td title={lensWords}>{lensWords}</td>}
    </>
  );
  if (isPhone) return head;
  return (
    <>
      {head}
      {hasGroup && <td>{pool === "" ? "" : <MiddleCut text={pool} />}</td>}
      {lines.map((line) => (
        <td key={line.key} title={labelWords(line, t, true)}>
          {labelField(line, t)}
        </td>
      ))}
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
      <td title={taints}>
        <code>{taints}</code>
      </td>
    </>
  );
}
