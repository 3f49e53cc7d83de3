import { COST_RESOURCES } from "@daemonscope/daemonset/audit/costs";
import { type Amounts, amountOf } from "@daemonscope/daemonset/capacity/amount";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { POD_USES_PATH } from "@daemonscope/kube-client/http/resources";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { apiServerMessage } from "./read-failure.ts";

const MAX_PODS = 30_000;
/** metrics-server takes a sample in 15 s. Costs change slowly, so one list in a minute is enough for all readers. */
const KEPT_MS = 60_000;

/** The usage of pods by `namespace/name`, or the reason why it is unknown, as a sentence. */
type PodUses =
  | { readonly kind: "measured"; readonly byPod: ReadonlyMap<string, Amounts> }
  | { readonly kind: "unread"; readonly message: string };

function usesOfPod(object: Json): readonly [string, Amounts] | undefined {
  const metadata = objectField(object, "metadata");
  const [namespace, name] = [textField(metadata, "namespace"), textField(metadata, "name")];
  if (namespace === undefined || name === undefined) return undefined;
  const uses = objectsField(object, "containers").map((container) => objectField(container, "usage"));
  const sum = (resource: string) => uses.reduce((all, use) => all + amountOf(textField(use, resource) ?? "0"), 0n);
  return [`${namespace}/${name}`, new Map(COST_RESOURCES.map((resource) => [resource, sum(resource)]))];
}

/** Reads the usage of all pods, at most once a minute. It does not throw if the request fails, because the usage is
 *  optional. */
export async function fetchPodUses(reads: OnDemandReads): Promise<PodUses> {
  try {
    const { objects } = await reads.list("pod-uses", { path: POD_USES_PATH, limit: MAX_PODS, keptMs: KEPT_MS }, usesOfPod);
    return { kind: "measured", byPod: new Map(objects) };
  } catch (error) {
    if (!(error instanceof KubeRequestError)) throw error;
    if (error.httpStatus === 404)
      return { kind: "unread", message: "Usage is unknown: the cluster does not serve metrics.k8s.io. Install metrics-server." };
    const right = { verb: "list", resource: "pods.metrics.k8s.io", namespace: undefined } as const;
    return { kind: "unread", message: `Usage is unknown: ${apiServerMessage(error, right)}` };
  }
}
