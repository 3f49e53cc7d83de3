import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { LiveReading, ReadingRequest, Readings } from "../../readings/readings.ts";
import { principalOf } from "../auth/request-principal.ts";
import type { AccessScope } from "./access-control.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once, before the route runs. Undefined for the server's owner, or if the scope is empty or not built yet. */
    accessScope: AccessScope | undefined;
  }
}

/** Reports whether the request has data to answer from. */
export const hasAccessScope = (request: Pick<FastifyRequest, "principal" | "accessScope">): boolean =>
  principalOf(request).kind === "owner" || request.accessScope !== undefined;

/** Returns readings that use each user's access scope. A request without a scope gets an error. */
export function readingsByAccess(everything: Readings): Readings {
  const partOf = (request: ReadingRequest): Readings => {
    const scope: AccessScope | undefined = principalOf(request).kind === "owner" ? { kind: "everything" } : request.accessScope;
    if (scope === undefined) throw new ApiFailure(403, "RightsUnknown", "Your rights in this cluster are unknown.");
    return scope.kind === "everything" ? everything : scope.cluster.readings;
  };
  return {
    liveOf: (request) => partOf(request).liveOf(request),
    readingOf: (request) => partOf(request).readingOf(request),
    liveReadingOf: (request): LiveReading => partOf(request).liveReadingOf(request),
    goBack: async (request, atMs) => partOf(request).goBack(request, atMs),
    pastOf: (request) => partOf(request).pastOf(request),
  };
}
