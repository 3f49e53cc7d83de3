import type { FastifyRequest } from "fastify";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { OnDemandReads } from "../watch/on-demand-reads.ts";
import { type HistoryReadings, NO_HISTORY } from "./history-readings.ts";
import type { ServedReading } from "./served-reading.ts";

/**
 * The live reading. Logs, YAML, Services, events and requests are not in the event log; only this reading provides
 * them, from the cluster itself.
 */
export interface LiveReading extends ServedReading {
  readonly reads: OnDemandReads;
  /** Cluster time, which also advances between two states. */
  readonly clockMs: () => number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The reading of the past moment that the request selects; undefined for the live one. */
    reading: ServedReading | undefined;
  }
}

/** The state of a request that selects a reading: a user, a cluster, or a moment. Empty selects the live reading. */
export type ReadingRequest = Partial<Pick<FastifyRequest, "principal" | "clusterName" | "accessScope" | "reading">>;

export interface Readings {
  /** Returns the frames that a request follows. */
  readonly liveOf: (request: ReadingRequest) => LiveFrames;
  /**
   * Returns the reading for a request. Unknown parameters, such as those of other readings, are refused when the names
   * are read (platform/failure/read-query.ts).
   */
  readonly readingOf: (request: ReadingRequest) => ServedReading;
  /** Like `readingOf`, for data that exist only live. */
  readonly liveReadingOf: (request: ReadingRequest) => LiveReading;
  /**
   * Makes `readingOf` return a past moment for this request. Throws ApiFailure if the moment is not stored, or the user
   * may not see it.
   */
  readonly goBack: (request: ReadingRequest, atMs: number) => Promise<void>;
  /** Returns the history. Throws ApiFailure if the user may not see it. */
  readonly pastOf: (request: ReadingRequest) => HistoryReadings;
}

/** Returns the reading of the model, with the epoch and seq of the last published state. */
export function currentReading(live: LiveFrames): ServedReading {
  const { epoch, seq, cluster } = live.log.state;
  return { reading: live.model.reading, cluster, epoch, seq, sources: () => live.sources() };
}

/**
 * Returns the readings of a server with one cluster: the live one, and those of past moments.
 */
export function liveReadings(live: LiveFrames, reads: OnDemandReads, past: HistoryReadings = NO_HISTORY): Readings {
  const liveReadingOf = (): LiveReading => {
    live.bringToNow();
    const { keepTemplate } = live;
    return { ...currentReading(live), reads, keepTemplate, clockMs: () => live.clock.nowMs() };
  };
  return {
    liveOf: () => live,
    readingOf: (request) => request.reading ?? liveReadingOf(),
    liveReadingOf,
    goBack: async (request, atMs) => {
      request.reading = await past.at(atMs);
    },
    pastOf: () => past,
  };
}
