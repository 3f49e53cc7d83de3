/** A port that a container of the template names. */
export interface ReachPort {
  readonly container: string;
  readonly port: number;
  readonly protocol: string;
  /** Of the node; with the network of the node it is the port itself. */
  readonly hostPort: number | undefined;
  readonly hostIP: string | undefined;
}

export interface ServicePort {
  readonly name: string;
  readonly port: number;
  readonly targetPort: string;
  readonly protocol: string;
  readonly nodePort: number | undefined;
}

/** Why a pod that the DaemonSet has gets nothing from a Service that selects it. */
export type WhyNotBehind = "notReady" | "terminating" | "unscheduled" | "notListed";

/** One address behind a Service, as its EndpointSlices have it. */
export interface ReachAddress {
  readonly address: string;
  readonly pod: string;
  readonly node: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
}

/** A Service whose selector takes the pods of the DaemonSet. */
export interface ReachService {
  readonly name: string;
  readonly type: string;
  readonly clusterIP: string;
  /** One A record a pod, and no address of its own. */
  readonly isHeadless: boolean;
  readonly internalTrafficPolicy: string;
  readonly ports: readonly ServicePort[];
  readonly selector: Readonly<Record<string, string>>;
  /** Addresses that get traffic. */
  readonly readyCount: number;
  readonly addressCount: number;
  /** At most ADDRESSES_LIMIT of them, those that get nothing first. */
  readonly addresses: readonly ReachAddress[];
  readonly outsideCount: number;
  /** Pods of the DaemonSet that get nothing from it; at most ADDRESSES_LIMIT. */
  readonly outside: readonly { readonly pod: string; readonly node: string; readonly why: WhyNotBehind }[];
  /** Nodes that have no address that gets traffic: with the policy Local, who calls from there reaches nobody. */
  readonly nodesWithout: number;
}

/** A Service whose selector nearly takes the pods: a label or two differ. */
export interface NearService {
  readonly name: string;
  readonly differing: readonly { readonly key: string; readonly wants: string; readonly has: string | undefined }[];
}

export const ADDRESSES_LIMIT = 200;

/** Answer of GET /api/reach?namespace=&daemonSet=: the ways to talk to its pods. */
export interface ReachAnswer {
  readonly at: number;
  readonly hostNetwork: boolean;
  readonly ports: readonly ReachPort[];
  readonly pods: number;
  readonly readyPods: number;
  readonly services: readonly ReachService[];
  readonly near: readonly NearService[];
  /** False where EndpointSlices could not be read: who is behind a Service is unknown then, and no pod is said to be outside. */
  readonly addressesRead: boolean;
  /** One sentence for each kind that could not be read. */
  readonly unread: readonly string[];
  /** True when the namespace has so many Services that some were not looked at. */
  readonly isCut: boolean;
}
