import type { OwnAddress } from "../address/own-address.ts";
import type { DeliveryCounts } from "../alarms/delivery-queue.ts";
import type { Timers } from "../clock.ts";
import type { Clusters } from "../clusters/clusters.ts";
import type { LogReaders } from "../logs/log-readers.ts";
import type { Readings } from "../readings/readings.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import type { Door } from "../viewers/door.ts";
import type { Assets } from "./assets.ts";

/** What the routes read. The readings are those of the cluster that a request is about. */
export interface RouteContext extends Readings {
  readonly clusters: Clusters;
  /** How browsers reach this server. */
  readonly address: OwnAddress;
  /** Who is let in. */
  readonly door: Door;
  readonly version: string;
  readonly assets: Assets;
  /** Known when the port is. */
  readonly allowedHosts: () => AllowedHosts;
  /** What became of messages to the webhook; undefined where there is none. */
  readonly webhookCounts?: (() => DeliveryCounts | undefined) | undefined;
  /** When the certificate ends that this server speaks TLS with; undefined where it does not. */
  readonly certificateEndsAtMs?: (() => number | undefined) | undefined;
  /** Values of templates that may be secret were kept: the person who started the server asked for it. */
  readonly showsValues: boolean;
  /** Those who follow what containers write; undefined where that is not shown. */
  readonly logs: LogReaders | undefined;
  /** Time of previews; the machine's if it is absent. */
  readonly previewTimers?: Timers;
  /** Streams at one time. */
  readonly maxStreams: number;
  /** In a pod, probes and scrapes come to the pod's address, which nobody can list. */
  readonly probesFromAnyHost: boolean;
}
