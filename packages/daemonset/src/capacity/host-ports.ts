import type { PortsOfTemplate } from "@daemonscope/kube/objects";

/** A host port that a pod uses. */
export interface HostPort {
  readonly port: number;
  readonly protocol: string;
  readonly hostIP: string;
}

const EVERY_ADDRESS = "0.0.0.0";

/** Returns the host ports that a pod of this template uses. With `hostNetwork` each container port is a host port.
 *  The API server writes that into pods, and since 1.28 no longer into templates.
 *  Source: pkg/apis/core/v1/defaults.go, SetDefaults_Pod; pkg/scheduler/util/utils.go, GetHostPorts (rule R9). */
export function hostPortsOf({ containers, sidecars, hostNetwork }: PortsOfTemplate): readonly HostPort[] {
  return [...containers, ...sidecars].flatMap(({ ports }) =>
    ports.flatMap(({ hostPort, containerPort, protocol, hostIP }) => {
      const port = hostPort || (hostNetwork ? containerPort : 0);
      return port > 0 ? [{ port, protocol: protocol || "TCP", hostIP: hostIP || EVERY_ADDRESS }] : [];
    }),
  );
}

/** Returns the distinct port numbers in ascending order. */
export function portNumbers(ports: readonly HostPort[]): readonly number[] {
  return [...new Set(ports.map(({ port }) => port))].sort((a, b) => a - b);
}

function clash(a: HostPort, b: HostPort): boolean {
  const sameAddress = a.hostIP === b.hostIP || a.hostIP === EVERY_ADDRESS || b.hostIP === EVERY_ADDRESS;
  return a.port === b.port && a.protocol === b.protocol && sameAddress;
}

/** Returns the wanted port numbers that conflict with held ports.
 *  Source: kube-scheduler framework, HostPortInfo.CheckConflict (rule R9). */
export function clashingPorts(wanted: readonly HostPort[], held: readonly HostPort[]): readonly number[] {
  return portNumbers(wanted.filter((port) => held.some((other) => clash(port, other))));
}
