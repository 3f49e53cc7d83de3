import { cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { RevisionSummary } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { labelsText } from "@daemonscope/kube/matching/label-selector";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { type Grouping, groupOf, zoneOf } from "../../data/rows/grouping.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import type { Table } from "./table-text.ts";

const HEADS =
  "NODE,GROUP,ZONE,STATE,POD,REASON,REVISION,HASH,IMAGES,OLD REVISION,TERMINATING,TWO PODS,NODE READY,CORDONED,TAINTS,LABELS".split(",");

/** Known facts of the pods of a DaemonSet. */
export interface ExportedPods {
  readonly podOn: (node: GridNode) => PodAnswer | undefined;
  readonly imagesByHash: DaemonSetPodsAnswer["imagesByHash"];
  readonly revisions: readonly RevisionSummary[];
}

/** Returns the images of a pod: its template's, except where the pod's were changed. */
function imagesOf({ hash, imageChanges }: PodAnswer, { imagesByHash }: ExportedPods): string {
  const changed = new Map(imageChanges.map(({ templateImage, image }) => [templateImage, image]));
  return (imagesByHash[hash ?? ""] ?? []).map((image) => changed.get(image) ?? image).join(" ");
}

/** Returns the nodes of a DaemonSet with their states, in the given order. States are those of the documentation,
 *  in English; unknown values are empty. */
export function nodesTable(nodes: readonly GridNode[], grouping: Grouping, pods: ExportedPods): Table {
  return {
    heads: HEADS,
    rows: nodes.map((node) => {
      const { name, byte, record } = node;
      const { state, oldRevision, terminating, twoPods } = cellOf(byte);
      const pod = pods.podOn(node);
      return [
        name,
        groupOf(record, grouping),
        zoneOf(record) ?? "",
        state,
        pod?.name ?? "",
        pod?.reason ?? "",
        pods.revisions.find(({ hash }) => hash === pod?.hash)?.revision ?? "",
        pod?.hash ?? "",
        pod === undefined ? "" : imagesOf(pod, pods),
        String(oldRevision),
        String(terminating),
        String(twoPods),
        record.ready.toLowerCase(),
        String(record.unschedulable),
        record.taints.map(taintText).join(" "),
        labelsText(record.labels),
      ];
    }),
  };
}
