import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Viewer } from "./viewer.ts";

/** What a request is known by, from its admission to its end. */
const admitted = new WeakMap<object, Viewer>();

type Asking = Pick<FastifyRequest, "url">;

/** Notes who asks: once for each request, before any route sees it. */
export function admit(request: Asking, viewer: Viewer): void {
  admitted.set(request, viewer);
}

export const isAdmitted = (request: Asking): boolean => admitted.has(request);

/** Who asks. Every route asks here, and nowhere else. Throws ApiFailure 401 for a request that nobody admitted: what is forgotten at the door stays shut. */
export function viewerOf(request: Asking): Viewer {
  const viewer = admitted.get(request);
  if (viewer === undefined) throw notSignedIn();
  return viewer;
}

export function notSignedIn(): ApiFailure {
  return new ApiFailure(401, "NotSignedIn", "Nobody is signed in, or the session is over: open the page of this server and sign in.");
}
