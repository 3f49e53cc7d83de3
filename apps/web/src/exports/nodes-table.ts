import { cellOf } from "@daemonscope/daemonset/cell/cell";
import { labelsText } from "@daemonscope/kube/label-selector";
import { taintText } from "../grid/cell-words.ts";
import { type Grouping, groupOf, zoneOf } from "../grid/grouping.ts";
import type { GridNode } from "../grid/select-groups.ts";
import type { Table } from "./table-text.ts";

const HEADS = "NODE,GROUP,ZONE,STATE,OLD REVISION,TERMINATING,TWO PODS,READY,CORDONED,TAINTS,LABELS".split(",");

/** The nodes of a DaemonSet with what it does on each, sorted by name. States are those of the documentation, in English. */
export function nodesTable(nodes: readonly GridNode[], grouping: Grouping): Table {
  return {
    heads: HEADS,
    rows: nodes.map(({ name, byte, record }) => {
      const { state, oldRevision, terminating, twoPods } = cellOf(byte);
      return [
        name,
        groupOf(record, grouping),
        zoneOf(record) ?? "",
        state,
        String(oldRevision),
        String(terminating),
        String(twoPods),
        record.ready,
        String(record.unschedulable),
        record.taints.map(taintText).join(" "),
        labelsText(record.labels),
      ];
    }),
  };
}
