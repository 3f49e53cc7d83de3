import { controllerOf, FAILED_STATE } from "@daemonscope/daemonset/managed/upgrade-controllers";
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
