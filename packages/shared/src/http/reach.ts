/** A port that a container of the template declares. */
export interface ReachPort {
  readonly container: string;
  readonly port: number;
  readonly protocol: string;
  /** Port on the node; with the host network it equals `port`. */
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

/** Why a pod of the DaemonSet gets no traffic from a Service that selects it. */
export type NotServingReason = "notReady" | "terminating" | "unscheduled" | "notListed";

/** One address behind a Service, from its EndpointSlices. */
export interface ReachAddress {
  readonly address: string;
  readonly pod: string;
  readonly node: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
}

/** A Service whose selector matches the pods of the DaemonSet. */
export interface ReachService {
  readonly name: string;
  readonly type: string;
  readonly clusterIP: string;
  /** The Service has no cluster IP: DNS returns one A record per pod. */
  readonly isHeadless: boolean;
  readonly internalTrafficPolicy: string;
  readonly ports: readonly ServicePort[];
  readonly selector: Readonly<Record<string, string>>;
  /** Addresses that get traffic. */
  readonly readyCount: number;
  readonly addressCount: number;
  /** At most ADDRESSES_LIMIT of them; addresses without traffic come first. */
  readonly addresses: readonly ReachAddress[];
  readonly outsideCount: number;
  /** Pods of the DaemonSet that get no traffic from it; at most ADDRESSES_LIMIT. */
  readonly outside: readonly { readonly pod: string; readonly node: string; readonly why: NotServingReason }[];
  /** Nodes without an address that gets traffic: with the policy Local, calls from there reach no pod. */
  readonly nodesWithout: number;
}

/** A Service whose selector almost matches the pods: one or two labels differ. */
export interface NearMissService {
  readonly name: string;
  readonly differing: readonly { readonly key: string; readonly wants: string; readonly has: string | undefined }[];
}

export const ADDRESSES_LIMIT = 200;

/** Answer of GET /api/reach?namespace=&daemonSet=: ports and Services that reach its pods. */
export interface ReachAnswer {
  readonly at: number;
  readonly hostNetwork: boolean;
  readonly ports: readonly ReachPort[];
  readonly pods: number;
  readonly readyPods: number;
  readonly services: readonly ReachService[];
  readonly nearMisses: readonly NearMissService[];
  /**
   * False if EndpointSlices were unreadable: the addresses of Services are then unknown, and no pod is listed as
   * outside.
   */
  readonly addressesRead: boolean;
  /** One sentence for each kind that was unreadable. */
  readonly unread: readonly string[];
  /** True if the namespace has more Services than the server read. */
  readonly isCut: boolean;
}
