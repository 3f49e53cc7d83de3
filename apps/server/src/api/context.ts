import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Authenticator } from "../access/auth/authenticator.ts";
import type { DeliveryCounts } from "../alerts/delivery-queue.ts";
import type { Clusters } from "../clusters/clusters.ts";
import type { ServerAddress } from "../platform/address/server-address.ts";
import type { LogReaders } from "../readings/pod-logs/log-readers.ts";
import type { Readings } from "../readings/readings.ts";
import type { Assets } from "./assets/assets.ts";
import type { AllowedHosts } from "./safety/request-guard.ts";

/** Dependencies of the routes. The readings are those of the request's cluster. */
export interface RouteContext extends Readings {
  readonly clusters: Clusters;
  /** Address of this server for browsers. */
  readonly address: ServerAddress;
  readonly authenticator: Authenticator;
  readonly version: string;
  readonly assets: Assets;
  /** Available once the port is known. */
  readonly allowedHosts: () => AllowedHosts;
  /** Counts of webhook messages; undefined without a webhook. */
  readonly webhookCounts?: (() => DeliveryCounts | undefined) | undefined;
  /** Expiry of this server's TLS certificate; undefined without TLS. */
  readonly certificateEndsAtMs?: (() => number | undefined) | undefined;
  /** True if the administrator chose to keep template values that may be secret. */
  readonly showsValues: boolean;
  /** Readers of container logs; undefined if logs are disabled. */
  readonly logs: LogReaders | undefined;
  /** Timers of previews; the system's by default. */
  readonly previewTimers?: Timers;
  /** Maximum page streams of all clusters together. */
  readonly maxStreams: number;
  /** In a pod, probes and scrapes come to the pod's address, which cannot be listed in advance. */
  readonly probesFromAnyHost: boolean;
}
