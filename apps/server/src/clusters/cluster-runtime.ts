import type { SourceName } from "@daemonscope/kube/source-status";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import type { Principal } from "../access/auth/principal.ts";
import type { AccessControl } from "../access/scoped/access-control.ts";
import type { ActionService } from "../actions/service/action-service.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { Lab } from "../lab/lab.ts";
import type { Readings } from "../readings/readings.ts";
import type { OnDemandReads } from "../watch/on-demand-reads.ts";
import type { Readiness } from "./readiness.ts";

/** One cluster of a server with all its data. Clusters share nothing. */
export interface ClusterRuntime extends Readings {
  /** The name in addresses: `/clusters/NAME/`. Undefined if a single cluster needs no name. */
  readonly name?: string | undefined;
  /** The streamed state and the server's health. Questions are answered from a reading. */
  readonly live: LiveFrames;
  /** The access control; undefined if no user signs in. */
  readonly rights?: AccessControl | undefined;
  readonly readiness: () => Readiness;
  /** Counters of the watches since the start. */
  readonly watchCounts: () => Readonly<Record<SourceName, Readonly<ReflectorCounts>>>;
  /** Ends the waits between retries to reach the cluster. */
  readonly retryNow: () => void;
  /** Only for a simulated cluster that this server runs itself. */
  readonly lab?: Lab | undefined;
  /** The actions on the cluster; undefined if the server only reads it. */
  readonly acting?: ActionService | undefined;
  /** True if the cluster is replayed from a recording. */
  readonly isRecorded?: boolean;
  /** Returns reads of the API server as this user. Only for a cluster from an engine: its log has only parts of a
   *  template (L5), and template numbers that are valid only in that log. Throws ApiFailure if the user has no
   *  access. */
  readonly readsAs?: (viewer: Principal) => Promise<OnDemandReads>;
}

/** One of several clusters. */
export interface NamedCluster extends ClusterRuntime {
  readonly name: string;
}

/** A requested context that is unusable. The server watches the others. */
export interface UnusableCluster {
  readonly name: string;
  readonly context: string;
  /** One sentence: the thing, the cause, the way out. */
  readonly problem: string;
  /** The cluster exists, but the user has no access or did not sign in to it. */
  readonly isForbidden?: true;
}
