import type { FastifyRequest } from "fastify";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { NO_PAST, type PastReadings } from "./past-readings.ts";
import type { ServedReading } from "./served-reading.ts";

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
  /** Makes the reading that `readingOf` gives for this request one of a moment that is past. Throws ApiFailure where it may not be shown, or is not kept. */
  readonly goBack: (request: ReadingRequest, atMs: number) => Promise<void>;
  /** What is kept of the past. Throws ApiFailure where that may not be shown. */
  readonly pastOf: (request: ReadingRequest) => PastReadings;
}

/** The state that was told last. */
export function readingNow(live: LiveFrames): ServedReading {
  const { epoch, seq, cluster } = live.log.state;
  return { reading: live.model.reading, cluster, epoch, seq, sources: () => live.sources() };
}

/** The readings of a server that watches one cluster: the live one, and those of moments that are past. An imagined one, and one of another cluster, are to be chosen here. */
export function liveReadings(live: LiveFrames, reads: ClusterReads, past: PastReadings = NO_PAST): Readings {
  const moments = new WeakMap<object, ServedReading>();
  const liveReadingOf = (): LiveReading => {
    live.bringToNow();
    const { keepTemplate } = live;
    return { ...readingNow(live), reads, keepTemplate, clockMs: () => live.clock.nowMs() };
  };
  return {
    liveOf: () => live,
    readingOf: (request) => moments.get(request) ?? liveReadingOf(),
    liveReadingOf,
    goBack: async (request, atMs) => {
      moments.set(request, await past.at(atMs));
    },
    pastOf: () => past,
  };
}
