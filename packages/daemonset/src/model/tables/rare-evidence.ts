import type { ContainerSummary, KubeControllerRevision } from "@daemonscope/kube/objects";
import type { PodSurroundings } from "../../causes/classify.ts";
import type { PodFacts } from "../../pods/pod-facts.ts";
import { hashOfRevision } from "../../revisions/revisions-of.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";
import type { NodesByRow } from "./node-array.ts";
import type { PortHolders } from "./port-holders.ts";
import type { RevisionTable } from "./revision-table.ts";

/** Returns the containers of the template that the pods of a revision were made from; undefined if it is unknown. */
export function containersOfRevision(
  { current, object, facts }: DaemonSetEntry,
  hash: string | undefined,
  revisions: () => readonly KubeControllerRevision[],
): readonly ContainerSummary[] | undefined {
  if (hash === undefined) return undefined;
  // Until the controller has created the revision of a new template, the previous one counts as current, and its
  // pods have the previous template.
  const isCurrentTemplate = current?.templateHash === object.templateHash;
  if (facts.currentHash === hash && isCurrentTemplate) return object.spec.template.containers;
  return revisions().find((revision) => hashOfRevision(revision) === hash)?.ports?.containers;
}

/** Tables with evidence that few pods need. */
export interface EvidenceTables {
  readonly nodes: Pick<NodesByRow, "allocatableAt">;
  readonly revisions: Pick<RevisionTable, "of">;
  readonly holders: Pick<PortHolders, "on">;
  /** By uid. */
  readonly sets: { has(uid: string): boolean };
}

type RareEvidence = Pick<PodSurroundings, "nodeAllocatable" | "endingHolders" | "containersOf">;
const NONE: RareEvidence = {};

/** Returns evidence around the pods of a pair that only pods with a problem need. `row`: that of the node. */
export function rareEvidence(
  { nodes, revisions, holders, sets }: EvidenceTables,
  set: DaemonSetEntry,
  pods: readonly PodFacts[],
  row: number | undefined,
): RareEvidence {
  let nodeAllocatable: RareEvidence["nodeAllocatable"];
  let endingHolders: RareEvidence["endingHolders"];
  let containersOf: RareEvidence["containersOf"];
  for (const { unscheduled, lastExit, node } of pods) {
    if (unscheduled?.hostPorts !== undefined)
      endingHolders ??= holders
        .on(node)
        .filter(({ ownerUid }) => ownerUid !== set.uid)
        .map(({ ownerUid, daemonSet, ports, goneByMs }) => ({ daemonSet, isDeleted: !sets.has(ownerUid), ports, goneByMs }));
    if (unscheduled?.requests !== undefined && row !== undefined) nodeAllocatable ??= nodes.allocatableAt(row);
    if (lastExit !== undefined) containersOf ??= (hash) => containersOfRevision(set, hash, () => revisions.of(set.uid));
  }
  if (nodeAllocatable === undefined && endingHolders === undefined && containersOf === undefined) return NONE;
  return { nodeAllocatable, endingHolders, containersOf };
}
