import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { PortsOfTemplate, StringMap } from "@daemonscope/kube/objects";
import {
  ADDRESSES_LIMIT,
  type NearMissService,
  type NotServingReason,
  type ReachPort,
  type ReachService,
} from "@daemonscope/shared/http/reach";
import type { DecodedService, EndpointAddress } from "./decode-service.ts";

/** The fields of a DaemonSet's pod that matter to a Service. */
export interface ReachPod {
  readonly name: string;
  readonly node: string;
  readonly scheduled: boolean;
  readonly ready: boolean;
  readonly terminating: boolean;
}

export const selectsPods = ({ selector }: DecodedService, labels: StringMap): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/**
 * Returns the labels that keep a Service from selecting the pods. Undefined if it selects them, or if they differ so
 * much that it means other pods.
 */
export function nearMissOf(service: DecodedService, labels: StringMap): NearMissService | undefined {
  const pairs = Object.entries(service.selector);
  const differing = pairs.filter(([key, value]) => labels[key] !== value).map(([key, wants]) => ({ key, wants, has: labels[key] }));
  if (differing.length === 0) return undefined;
  const isNearly = differing.every(({ wants, has }) => has !== undefined && nearestNames(wants, [has]).length > 0);
  return isNearly || (differing.length === 1 && pairs.length > 1) ? { name: service.name, differing } : undefined;
}

function whyNot(pod: ReachPod, isListed: boolean): NotServingReason {
  if (pod.terminating) return "terminating";
  if (!pod.scheduled) return "unscheduled";
  return pod.ready && !isListed ? "notListed" : "notReady";
}

/** Returns the endpoints of a Service, and the pods that have no ready endpoint. */
export function serviceReachOf(
  service: DecodedService,
  addresses: readonly EndpointAddress[],
  pods: readonly ReachPod[],
  nodes: readonly string[],
): ReachService {
  const byPod = new Map(addresses.map((address) => [address.pod, address]));
  const ready = addresses.filter((address) => address.ready);
  const outside = pods.flatMap((pod) => {
    const address = byPod.get(pod.name);
    return address?.ready === true ? [] : [{ pod: pod.name, node: pod.node, why: whyNot(pod, address !== undefined) }];
  });
  const reached = new Set(ready.map(({ node }) => node));
  const sorted = [...addresses].sort((a, b) => Number(a.ready) - Number(b.ready) || compareTexts(a.pod, b.pod));
  const { name, type, clusterIP, internalTrafficPolicy, ports, selector } = service;
  return {
    name,
    type,
    clusterIP,
    isHeadless: clusterIP === "None",
    internalTrafficPolicy,
    ports,
    selector,
    readyCount: ready.length,
    addressCount: addresses.length,
    addresses: sorted.slice(0, ADDRESSES_LIMIT).map(({ service: _service, ...address }) => address),
    outsideCount: outside.length,
    outside: outside.slice(0, ADDRESSES_LIMIT),
    nodesWithout: nodes.filter((node) => !reached.has(node)).length,
  };
}

/** Returns the ports of a template, and their host ports. */
export function reachPorts({ hostNetwork, containers, sidecars }: PortsOfTemplate): readonly ReachPort[] {
  return [...containers, ...sidecars].flatMap(({ name, ports }) =>
    ports.map(({ containerPort, hostPort, protocol, hostIP }) => ({
      container: name,
      port: containerPort,
      protocol: protocol ?? "TCP",
      hostPort: hostPort ?? (hostNetwork ? containerPort : undefined),
      hostIP,
    })),
  );
}
