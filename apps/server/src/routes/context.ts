import type { SourceName } from "@daemonscope/shared/source-status";
import type { OwnAddress } from "../address/own-address.ts";
import type { DeliveryCounts } from "../alarms/delivery-queue.ts";
import type { ReflectorCounts } from "../cluster/reflector.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { Lab } from "../lab/lab.ts";
import type { LogReaders } from "../logs/log-readers.ts";
import type { Readings } from "../readings/readings.ts";
import type { RightsDesk } from "../rights/rights-desk.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import type { Door } from "../viewers/door.ts";
import type { Assets } from "./assets.ts";
import type { Readiness } from "./readiness.ts";

/** What the routes read. */
export interface RouteContext extends Readings {
  /** What is streamed, and how the server fares; questions are asked of a reading. */
  readonly live: LiveFrames;
  /** What people may see; absent where nobody signs in. */
  readonly rights?: RightsDesk | undefined;
  /** How browsers reach this server. */
  readonly address: OwnAddress;
  /** Who is let in. */
  readonly door: Door;
  readonly version: string;
  readonly assets: Assets;
  /** Known when the port is. */
  readonly allowedHosts: () => AllowedHosts;
  readonly readiness: () => Readiness;
  /** What the watches counted since the start. */
  readonly watchCounts: () => Readonly<Record<SourceName, Readonly<ReflectorCounts>>>;
  /** What became of messages to the webhook; undefined where there is none. */
  readonly webhookCounts?: (() => DeliveryCounts | undefined) | undefined;
  /** When the certificate ends that this server speaks TLS with; undefined where it does not. */
  readonly certificateEndsAtMs?: (() => number | undefined) | undefined;
  /** Ends the waits between tries to reach the cluster. */
  readonly retryNow: () => void;
  /** Values of templates that may be secret were kept: the person who started the server asked for it. */
  readonly showsValues: boolean;
  /** Those who follow what containers write; undefined where that is not shown. */
  readonly logs: LogReaders | undefined;
  /** Only of a simulated cluster that this server runs itself. */
  readonly lab?: Lab | undefined;
  /** Streams at one time. */
  readonly maxStreams: number;
  /** In a pod, probes and scrapes come to the pod's address, which nobody can list. */
  readonly probesFromAnyHost: boolean;
}
