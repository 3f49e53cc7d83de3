import { hasFailedUpgrade } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { type CellByte, cellByte, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";

/** Facts of a DaemonSet that change what its cells show. */
export interface CellOverlay {
  /** Equal for equal facts. */
  readonly key: string;
  /** The controller that upgrades the nodes, if it is not the DaemonSet controller. */
  readonly controller: UpgradeController | undefined;
  /** Names of the nodes on their way out that the DaemonSet selects. Empty if the record has not all of them, so that
   *  equal cells look alike. */
  readonly leaving: ReadonlySet<string>;
}

/** Returns the overlay of a DaemonSet; undefined if its bytes are all that its cells show. */
export function cellOverlay(record: Pick<DaemonSetRecord, "managedBy" | "leaving"> | undefined): CellOverlay | undefined {
  const controller = record?.managedBy?.controller;
  const groups = record?.leaving ?? [];
  const names = groups.every(({ count, nodes }) => nodes.length === count) ? groups.flatMap(({ nodes }) => nodes) : [];
  if (controller === undefined && names.length === 0) return undefined;
  return { key: [controller ?? "", ...names].join(","), controller, leaving: new Set(names) };
}

/** Returns the byte that a cell shows. An available pod is drawn as failing if the upgrade of its node failed, unless
 *  the node is NotReady. An excluded node is drawn as leaving if the DaemonSet selects it and it is on its way out. */
export function shownByte(byte: CellByte, record: NodeRecord | undefined, overlay: CellOverlay | undefined): CellByte {
  if (overlay === undefined || record === undefined) return byte;
  const cell = cellOf(byte);
  if (cell.state === "excluded") return overlay.leaving.has(record.name) ? cellByte({ ...cell, state: "missing", leaving: true }) : byte;
  const { controller } = overlay;
  const isShownFailing = cell.state === "available" && !cell.nodeUnready && controller !== undefined;
  return isShownFailing && hasFailedUpgrade(controller, record.labels) ? cellByte({ ...cell, state: "failing" }) : byte;
}
