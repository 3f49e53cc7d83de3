import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Viewer } from "./viewer.ts";

/** The principal of each authenticated request, until its end. */
const admitted = new WeakMap<object, Viewer>();

type Asking = Pick<FastifyRequest, "url">;

/** Sets the principal of a request. Called once, before routing. */
export function admit(request: Asking, viewer: Viewer): void {
  admitted.set(request, viewer);
}

export const isAdmitted = (request: Asking): boolean => admitted.has(request);

/** Returns the principal of a request; all routes use this function. Throws ApiFailure 401 for a request that was not
 *  authenticated, so that a forgotten check denies access. */
export function viewerOf(request: Asking): Viewer {
  const viewer = admitted.get(request);
  if (viewer === undefined) throw notSignedIn();
  return viewer;
}

export function notSignedIn(): ApiFailure {
  return new ApiFailure(401, "NotSignedIn", "Nobody is signed in, or the session is over: open the page of this server and sign in.");
}
