import { conditionOf } from "@daemonscope/kube/conditions";
import { signsOf } from "@daemonscope/kube/node-signs";
import type { Condition, KubeNode, NodeAllocatable, NodeInfo, StringMap, Taint } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { nodeRecordInOrder } from "../../records/node-fields.ts";
import type { NodeRecord } from "../../records/records.ts";
import { asFields } from "./label-shapes.ts";

/** A node in the model: its record, and facts that are read on demand. */
export interface NodeEntry {
  readonly record: NodeRecord;
  readonly conditions: readonly Condition[];
  readonly kubeletVersion: string | undefined;
  /** Undefined if it is empty, and in older recordings. */
  readonly nodeInfo?: NodeInfo | undefined;
  readonly allocatable?: NodeAllocatable;
}

const PRESSURES: ReadonlySet<string> = new Set(["DiskPressure", "MemoryPressure", "PIDPressure", "NetworkUnavailable"]);

/** Returns the types of the pressure conditions that are True, in the node's order; undefined if there are none. */
export function pressuresOf(conditions: readonly Condition[]): readonly string[] | undefined {
  let types: string[] | undefined;
  for (const { type, status } of conditions)
    if (status === "True" && PRESSURES.has(type) && types?.includes(type) !== true) {
      types ??= [];
      types.push(type);
    }
  return types;
}

const NO_TAINTS: readonly Taint[] = Object.freeze([]);
const NO_LABELS: StringMap = Object.freeze({});

/** Returns the record of a node. Records exist by the hundred thousand and share their common values. */
export function nodeRecordOf({ metadata, spec, status }: KubeNode): NodeRecord {
  const { name, uid } = metadata;
  const condition = conditionOf(status.conditions, "Ready");
  const ready = condition?.status === "True" || condition?.status === "False" ? condition.status : "Unknown";
  const readySinceMs = timeMs(condition?.lastTransitionTime);
  const createdAtMs = timeMs(metadata.creationTimestamp) ?? 0;
  const labels = metadata.labels === undefined ? NO_LABELS : asFields(metadata.labels);
  // Omits timeAdded, which is not shown and would make equal taints unequal.
  const taints =
    spec.taints.length === 0
      ? NO_TAINTS
      : spec.taints.map(({ key, value, effect }) => (value === undefined || value === "" ? { key, effect } : { key, value, effect }));
  const { unschedulable } = spec;
  const readyReason = ready === "True" ? undefined : condition?.reason;
  return nodeRecordInOrder(
    { name, uid, labels, readySinceMs, createdAtMs },
    { taints, unschedulable, ready, readyReason, signs: signsOf({ metadata, status }) },
  );
}

export function nodeEntryOf(node: KubeNode): NodeEntry {
  const { conditions, kubeletVersion, nodeInfo, allocatable } = node.status;
  const record = nodeRecordOf(node);
  const entry = nodeInfo === undefined ? { record, conditions, kubeletVersion } : { record, conditions, kubeletVersion, nodeInfo };
  return allocatable === undefined ? entry : { ...entry, allocatable };
}
