import type { FastifyInstance } from "fastify";

/**
 * Declares the state of a request, so that all requests have one shape. Each owner of a property declares its type.
 * Fastify shares a default between requests, so it rejects an object.
 */
export function decorateRequestState(app: FastifyInstance): void {
  app.decorateRequest("clusterName", undefined);
  app.decorateRequest("principal", undefined);
  app.decorateRequest("accessScope", undefined);
  app.decorateRequest("reading", undefined);
  app.decorateRequest("releaseFromSession", undefined);
  app.decorateRequest("preview", undefined);
  app.decorateRequest("isOfCluster", false);
}
