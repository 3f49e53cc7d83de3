import type { PodTemplateSummary } from "@daemonscope/kube/objects";

/** The ports of the node that a pod of this template holds, rising. With `hostNetwork` every port that a container names is one: the API server writes that
 *  into pods, and since 1.28 no longer into templates.
 *  Source: pkg/apis/core/v1/defaults.go, SetDefaults_Pod; pkg/scheduler/util/utils.go, GetHostPorts (rule R9). */
export function hostPortsOf({ containers, sidecars, hostNetwork }: PodTemplateSummary): readonly number[] {
  const ports = [...containers, ...sidecars].flatMap((container) =>
    container.ports.flatMap(({ hostPort, containerPort }) => hostPort || (hostNetwork ? containerPort : 0) || []),
  );
  return [...new Set(ports)].sort((a, b) => a - b);
}
