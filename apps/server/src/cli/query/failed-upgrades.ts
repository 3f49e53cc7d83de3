import { controllerOf, FAILED_STATE } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { labelTimeMs } from "@daemonscope/kube-client/decode/label-time";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { Happening } from "./happening.ts";

/** Above the DaemonSets of any cluster, and the nodes with a failed upgrade. */
const MAX_OBJECTS = 5000;

interface DrivenDaemonSet {
  readonly key: string;
  readonly controller: string;
  readonly stateLabel: string;
}

function drivenIn(raw: Json): DrivenDaemonSet | undefined {
  const decoded = decodeDaemonSet(raw);
  if (!("object" in decoded)) return undefined;
  const { metadata } = decoded.object;
  const { controller, stateLabel } = controllerOf(decoded.object) ?? {};
  if (controller === undefined || stateLabel === undefined) return undefined;
  return { key: `${metadata.namespace}/${metadata.name}`, controller, stateLabel };
}

async function failedNodes(reads: OnDemandReads, { key, controller, stateLabel }: DrivenDaemonSet): Promise<readonly Happening[]> {
  const query = { labelSelector: `${stateLabel}=${FAILED_STATE}` };
  const { objects } = await reads.list(
    stateLabel,
    { path: WATCHED.nodes.path, query, limit: MAX_OBJECTS },
    (raw): Happening | undefined => {
      const metadata = objectField(raw, "metadata");
      const [node, atMs] = [textField(metadata, "name"), labelTimeMs(metadata, stateLabel)];
      if (node === undefined || atMs === undefined) return undefined;
      return { atMs, type: "upgradeFailed", nodes: [node], message: `${controller} failed the upgrade of ${node}` };
    },
  );
  return objects.map((failed) => ({ ...failed, daemonSet: key }));
}

/** Returns the failed upgrades of nodes by the controllers of OnDelete DaemonSets: no event reports them. Empty without
 *  the right to list DaemonSets and nodes. */
export async function failedUpgrades(
  reads: OnDemandReads,
  namespace: string | undefined,
  isSelected: (key: string) => boolean,
): Promise<readonly Happening[]> {
  try {
    const { path } = inNamespace(WATCHED.daemonsets, namespace);
    const { objects } = await reads.list("driven DaemonSets", { path, limit: MAX_OBJECTS }, drivenIn);
    const found: Happening[] = [];
    for (const driven of objects) if (isSelected(driven.key)) found.push(...(await failedNodes(reads, driven)));
    return found;
  } catch (error) {
    if (error instanceof KubeRequestError) return [];
    throw error;
  }
}

/** Returns the records with an age of failed upgrades that were not seen to fail. It is that of the node's label, which
 *  is the least: its manager may have changed another field since. `dated`: the nodes with such an age. */
export async function withFailureAges(
  records: readonly DaemonSetRecord[],
  reads: OnDemandReads,
): Promise<{ readonly records: readonly DaemonSetRecord[]; readonly dated: readonly string[] }> {
  const isUndated = ({ concern }: DaemonSetRecord): boolean => concern?.detail.kind === "upgradeFailed" && concern.sinceMs === undefined;
  const keys = new Set(records.filter(isUndated).map(({ key }) => key));
  const failures = keys.size === 0 ? [] : await failedUpgrades(reads, undefined, (key) => keys.has(key));
  const aged = records.map((record): DaemonSetRecord => {
    const own = failures.filter(({ daemonSet }) => daemonSet === record.key);
    const { concern } = record;
    return own.length === 0 || concern === null
      ? record
      : { ...record, concern: { ...concern, sinceMs: Math.min(...own.map(({ atMs }) => atMs)) } };
  });
  return { records: aged, dated: failures.flatMap(({ nodes = [] }) => nodes).sort() };
}
