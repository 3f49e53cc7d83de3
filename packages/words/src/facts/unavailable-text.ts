import type { AwaitedAgent, DaemonSetRecord, UnavailableParts } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";

/** States how many nodes wait for each agent, which is the DaemonSet or others: `2 nodes wait for cilium to remove
 *  node.cilium.io/agent-not-ready`. */
export function awaitedText(t: Translate, record: Pick<DaemonSetRecord, "name" | "awaited" | "waitsFor">): string | undefined {
  const { waitsFor, awaited, name } = record;
  const textOf = (agent: string, { count, taint }: Pick<AwaitedAgent, "count" | "taint">): string =>
    t("laterModel.lifecycle.awaited", { count, name: agent, taint });
  if (awaited !== undefined) return textOf(name, awaited);
  if (waitsFor === undefined) return undefined;
  return [waitsFor, ...(waitsFor.others ?? [])].map((each) => textOf(each.agent, each)).join(t("model.semicolon"));
}

/** Splits the unavailable nodes: `3 unavailable: 1 because of the revision, 2 because of their nodes`. Undefined
 *  if no node's lifecycle is a reason. */
export function unavailableText(t: Translate, unavailable: UnavailableParts | undefined): string | undefined {
  if (unavailable === undefined) return undefined;
  const { byRevision: revision, byNodeLifecycle: node } = unavailable;
  if (revision === 0) return t("laterModel.lifecycle.unavailableByNode", { count: node });
  return t("laterModel.lifecycle.unavailable", { all: revision + node, revision, node });
}
