import type { Store } from "../objects/contract.ts";
import { SERVED } from "../objects/resources.ts";
import { timestamp } from "../objects/timestamp.ts";

/**
 * The priorities of groups, as a server of 1.36 registers them. Source: pkg/controlplane/apiserver,
 * DefaultGenericAPIServicePriorities.
 */
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  "": 18_000,
  apps: 17_800,
  "events.k8s.io": 17_750,
  "authentication.k8s.io": 17_700,
  "authorization.k8s.io": 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  "certificates.k8s.io": 17_300,
  "networking.k8s.io": 17_200,
  policy: 17_100,
  "rbac.authorization.k8s.io": 17_000,
  "storage.k8s.io": 16_800,
  "admissionregistration.k8s.io": 16_700,
  "apiextensions.k8s.io": 16_700,
  "scheduling.k8s.io": 16_600,
  "coordination.k8s.io": 16_500,
  "node.k8s.io": 16_300,
  "discovery.k8s.io": 16_200,
};
/** Groups that answer requests and store nothing. */
const WITHOUT_STORAGE = ["authentication.k8s.io/v1", "authorization.k8s.io/v1", "metrics.k8s.io/v1beta1"];
/** The group of APIServices has no APIService itself. */
const OWN_GROUP = "apiregistration.k8s.io/v1";

const versionPriority = (group: string, version: string): number => (group === "" ? 1 : version === "v2" ? 30 : 15);

/** Creates the APIServices of every new cluster: one for each built-in group and version. */
export function createApiServices(store: Store, nowMs: number): void {
  const versions = new Set([...SERVED.map(({ groupVersion }) => groupVersion), ...WITHOUT_STORAGE]);
  versions.delete(OWN_GROUP);
  const time = timestamp(nowMs);
  const message = "Local APIServices are always available";
  for (const text of [...versions].sort()) {
    const [group = "", version = ""] = text.includes("/") ? text.split("/") : ["", text];
    store.create("apiservices", {
      metadata: { name: `${version}.${group}`, labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
      spec: {
        ...(group === "" ? {} : { group }),
        version,
        groupPriorityMinimum: GROUP_PRIORITIES[group] ?? 100,
        versionPriority: versionPriority(group, version),
      },
      status: { conditions: [{ type: "Available", status: "True", lastTransitionTime: time, reason: "Local", message }] },
    });
  }
}
