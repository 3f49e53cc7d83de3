import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import type { FastifyRequest } from "fastify";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { LiveFrames } from "../frames/live-frames.ts";

/** A reading as a request is answered from it. */
export interface ServedReading {
  readonly reading: ClusterReading;
  readonly cluster: ClusterIdentity;
  /** The log whose state it is, and how far that is: of one state the answers are the same. */
  readonly epoch: string;
  readonly seq: number;
  /** How each kind was read. */
  readonly sources: () => SourceStatuses;
}

/** The reading that watches feed. What no log of inputs holds (logs, YAML, Services, events, requests) is read of the cluster itself, and can be asked of this one only. */
export interface LiveReading extends ServedReading {
  readonly reads: ClusterReads;
  /** Cluster time that goes on between two states. */
  readonly clockMs: () => number;
}

/** Which part of a request says what it asks about: a cluster, a moment, changes that somebody imagines. */
export type ReadingRequest = Pick<FastifyRequest, "url">;

export interface Readings {
  /** The frames that a request follows. */
  readonly liveOf: (request: ReadingRequest) => LiveFrames;
  /** The reading that a request asks. Parameters that a path does not take, such as the ones of other readings, are refused where its names are read
   *  (safety/query.ts). */
  readonly readingOf: (request: ReadingRequest) => ServedReading;
  /** The same, for what exists only live. */
  readonly liveReadingOf: (request: ReadingRequest) => LiveReading;
}

/** The readings of a server that watches one cluster: there is one, the live one. A past or an imagined one, and one of another cluster, are chosen here. */
export function liveReadings(live: LiveFrames, reads: ClusterReads): Readings {
  const liveReadingOf = (): LiveReading => {
    const { epoch, seq, cluster } = live.log.state;
    // In a quiet cluster the last tick is long ago: an answer is of the moment at which it is given.
    live.model.at(live.clock.nowMs());
    return { reading: live.model.reading, cluster, epoch, seq, sources: () => live.sources(), reads, clockMs: () => live.clock.nowMs() };
  };
  return { liveOf: () => live, readingOf: liveReadingOf, liveReadingOf };
}
