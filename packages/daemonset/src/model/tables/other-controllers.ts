import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { awaitedAgentOf, waitsForOf } from "../../managed/awaited-agent.ts";
import { managedRolloutOf } from "../../managed/managed-rollout.ts";
import { type PauseInput, pausedNodesOf } from "../../managed/planned-pauses.ts";
import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import type { PodDriver } from "../../records/concern-detail.ts";
import { nodesMarked } from "../../records/managed-rollout.ts";
import type { NodeLifecycle } from "../../records/node-lifecycle.ts";
import type { DaemonSetRecord } from "../../records/records.ts";
import type { ConcernFacts } from "../../rollout/concern/derive-concern.ts";
import type { StallTimeouts } from "../../rollout/concern/detect-stall.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";

/** What controllers besides that of Kubernetes do to a DaemonSet. */
export interface OtherControllers {
  readonly fields: Pick<DaemonSetRecord, "managedBy" | "paused" | "awaited" | "waitsFor">;
  readonly facts: Pick<ConcernFacts, "managed" | "upgradeFailedMs" | "isDriven" | "driver" | "pausedNodes" | "leftPauses">;
  /** When time alone makes a pause a concern. */
  readonly pauseLeftAtMs: number | undefined;
}

interface OthersInput extends PauseInput {
  readonly lifecycles: Iterable<readonly [row: number, lifecycle: NodeLifecycle]>;
  readonly patience: StallTimeouts;
  readonly nowMs: number;
  readonly remembersSinceMs: number | undefined;
}

/** Finds the controller of an OnDelete rollout and the planned pauses. Records the pauses and failed upgrades. */
export function otherControllersOf(
  input: OthersInput,
  { pauses, failedUpgrades }: Pick<DaemonSetEntry, "pauses" | "failedUpgrades">,
): OtherControllers {
  const managed = managedRolloutOf(input);
  const paused = pausedNodesOf(input);
  const seenMs = input.remembersSinceMs === undefined ? undefined : input.nowMs;
  const { left, nextAtMs } = pauses.record(paused, input.patience, seenMs);
  const failed = managed?.phases.find(({ phase }) => phase === "failed")?.nodes ?? [];
  const [first] = paused;
  const awaited = awaitedAgentOf(input);
  const waitsFor = waitsForOf(input);
  const nodes = paused.slice(0, HOLDER_NODES_LIMIT).map(({ node }) => node);
  return {
    fields: {
      ...(managed === undefined ? {} : { managedBy: managed }),
      ...(awaited === undefined ? {} : { awaited }),
      ...(waitsFor === undefined ? {} : { waitsFor }),
      ...(first === undefined ? {} : { paused: { controller: first.controller, count: paused.length, nodes } }),
    },
    facts: {
      managed,
      upgradeFailedMs: failedUpgrades.recordAll(failed, seenMs),
      isDriven: managed !== undefined && (input.columns.totals.outdated > 0 || nodesMarked(managed) > 0),
      driver: driverOf(input.daemonSet),
      pausedNodes: new Set(paused.map(({ node }) => node)),
      leftPauses: left,
    },
    pauseLeftAtMs: nextAtMs,
  };
}

/** Returns what replaces the pods of a DaemonSet with OnDelete (rule R31): the user who deletes them, otherwise the
 *  object that controls it, otherwise its only annotator. Only the first is certain. Undefined without any. */
function driverOf({ metadata, spec, annotator, podDeleter }: KubeDaemonSet): PodDriver | undefined {
  if (spec.updateStrategy.type !== "OnDelete") return undefined;
  if (podDeleter !== undefined) return { name: podDeleter, isCertain: true };
  const owner = controllerOf(metadata);
  const name = owner === undefined ? annotator : `${owner.kind} ${owner.name}`;
  return name === undefined ? undefined : { name, isCertain: false };
}
