import type { FastifyRequest } from "fastify";
import { type LiveReading, liveReadings, type ReadingRequest, type Readings } from "../readings/readings.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { viewerOf } from "../viewers/viewer-of.ts";
import type { Sight } from "./rights-desk.ts";

const sights = new WeakMap<object, Sight>();

/** Notes what a request may be answered from: once, before its route. It stays so until the request ends. */
export function letSee(request: Pick<FastifyRequest, "url">, sight: Sight): void {
  sights.set(request, sight);
}

/** What a request was let see; undefined for the server's owner, and where it is nothing. */
export const sightOf = (request: Pick<FastifyRequest, "url">): Sight | undefined => sights.get(request);

/** Whether there is anything that the request may be answered from. */
export const isSeeing = (request: Pick<FastifyRequest, "url">): boolean => viewerOf(request).kind === "owner" || sights.has(request);

/** The readings that requests of people ask: each that of their own rights. Without a sight nothing is answered. */
export function readingsByRights(everything: Readings): Readings {
  const partOf = (request: ReadingRequest): Readings => {
    const sight: Sight | undefined = viewerOf(request).kind === "owner" ? { kind: "everything" } : sights.get(request);
    if (sight === undefined) throw new ApiFailure(403, "RightsUnknown", "It is not known what you may see here.");
    return sight.kind === "everything" ? everything : liveReadings(sight.of.live, sight.of.reads);
  };
  // The log is of the whole cluster: what of it a part of the rights covers is not told apart yet, so that nothing of it is shown.
  const wholePast = (request: ReadingRequest): Readings => {
    const part = partOf(request);
    if (part === everything) return everything;
    throw new ApiFailure(
      403,
      "PastNotShown",
      "The past is shown to who may see the whole cluster, and your own rights cover a part of it: leave out the moment (at).",
    );
  };
  return {
    liveOf: (request) => partOf(request).liveOf(request),
    readingOf: (request) => partOf(request).readingOf(request),
    liveReadingOf: (request): LiveReading => partOf(request).liveReadingOf(request),
    goBack: async (request, atMs) => wholePast(request).goBack(request, atMs),
    pastOf: (request) => wholePast(request).pastOf(request),
  };
}
