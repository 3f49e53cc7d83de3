import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import type { Assets } from "./assets.ts";
import type { Readiness } from "./readiness.ts";

/** What the routes read. */
export interface RouteContext {
  readonly live: LiveFrames;
  readonly version: string;
  readonly assets: Assets;
  /** Known when the port is. */
  readonly allowedHosts: () => AllowedHosts;
  readonly readiness: () => Readiness;
  /** Warnings about one DaemonSet and its pods, newest first; undefined when they may not be read. */
  readonly readEvents: (namespace: string, daemonSet: string, signal: AbortSignal) => Promise<EventsAnswer>;
  /** Streams at one time. */
  readonly maxStreams: number;
  /** In a pod, probes and scrapes come to the pod's address, which nobody can list. */
  readonly probesFromAnyHost: boolean;
}
