import type { SourceName } from "@daemonscope/shared/source-status";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { ReflectorCounts } from "../cluster/reflector.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { Lab } from "../lab/lab.ts";
import type { Readings } from "../readings/readings.ts";
import type { RightsDesk } from "../rights/rights-desk.ts";
import type { Viewer } from "../viewers/viewer.ts";
import type { Acting } from "../writes/acting.ts";
import type { Readiness } from "./readiness.ts";

/** One cluster of a server: everything that is its own. Nothing of it is shared with another. */
export interface ClusterPart extends Readings {
  /** Its part of addresses: `/clusters/NAME/`. Absent if it is the only one and needs no name. */
  readonly name?: string | undefined;
  /** What is streamed, and how the server fares; questions are asked of a reading. */
  readonly live: LiveFrames;
  /** What people may see; absent where nobody signs in. */
  readonly rights?: RightsDesk | undefined;
  readonly readiness: () => Readiness;
  /** What the watches counted since the start. */
  readonly watchCounts: () => Readonly<Record<SourceName, Readonly<ReflectorCounts>>>;
  /** Ends the waits between tries to reach the cluster. */
  readonly retryNow: () => void;
  /** Only of a simulated cluster that this server runs itself. */
  readonly lab?: Lab | undefined;
  /** What may be done to it; absent where it is only read. */
  readonly acting?: Acting | undefined;
  /** It is played from a recording. */
  readonly isRecorded?: boolean;
  /** What is read of its API server as this viewer, whatever path they ask. Only of a cluster that an engine tells of: of a template it has what a log holds (L5), and a
   *  number that means something in that log alone. Throws ApiFailure where they may see nothing. */
  readonly readsAs?: (viewer: Viewer) => Promise<ClusterReads>;
}

/** One of several. */
export interface NamedCluster extends ClusterPart {
  readonly name: string;
}

/** A context that was asked for and cannot be used: the others go on without it. */
export interface UnusableCluster {
  readonly name: string;
  readonly context: string;
  /** One sentence: the thing, the cause, the way out. */
  readonly problem: string;
  /** It is there, and who asks may not see it, or did not sign in to it. */
  readonly isForbidden?: true;
}
