import type { DaemonSetRecord, UnavailableParts } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";

/** States how many nodes wait for an agent, which is the DaemonSet or another one: `2 nodes wait for cilium to remove
 *  node.cilium.io/agent-not-ready`. */
export function awaitedText(t: Translate, record: Pick<DaemonSetRecord, "name" | "awaited" | "waitsFor">): string | undefined {
  const { waitsFor, awaited = waitsFor, name } = record;
  return (
    awaited &&
    t("laterModel.lifecycle.awaited", { count: awaited.count, name: awaited === waitsFor ? waitsFor.agent : name, taint: awaited.taint })
  );
}

/** Splits the unavailable nodes: `3 unavailable: 1 by revision, 2 by node lifecycle`. Undefined if no node's lifecycle
 *  is a reason. */
export function unavailableText(t: Translate, unavailable: UnavailableParts | undefined): string | undefined {
  if (unavailable === undefined) return undefined;
  const { byRevision: revision, byNodeLifecycle: node } = unavailable;
  return t("laterModel.lifecycle.unavailable", { all: revision + node, revision, node });
}
