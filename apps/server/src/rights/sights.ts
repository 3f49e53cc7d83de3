import type { FastifyRequest } from "fastify";
import type { LiveReading, ReadingRequest, Readings } from "../readings/readings.ts";
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
    return sight.kind === "everything" ? everything : sight.of.readings;
  };
  return {
    liveOf: (request) => partOf(request).liveOf(request),
    readingOf: (request) => partOf(request).readingOf(request),
    liveReadingOf: (request): LiveReading => partOf(request).liveReadingOf(request),
    goBack: async (request, atMs) => partOf(request).goBack(request, atMs),
    pastOf: (request) => partOf(request).pastOf(request),
  };
}
