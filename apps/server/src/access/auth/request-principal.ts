import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { Principal } from "./principal.ts";

/** The principal of each authenticated request, until its end. */
const admitted = new WeakMap<object, Principal>();

type Asking = Pick<FastifyRequest, "url">;

/** Sets the principal of a request. Called once, before routing. */
export function setPrincipal(request: Asking, viewer: Principal): void {
  admitted.set(request, viewer);
}

export const isAuthenticated = (request: Asking): boolean => admitted.has(request);

/** Returns the principal of a request; all routes use this function. Throws ApiFailure 401 for a request that was not
 *  authenticated, so that a forgotten check denies access. */
export function principalOf(request: Asking): Principal {
  const viewer = admitted.get(request);
  if (viewer === undefined) throw unauthenticated();
  return viewer;
}

export function unauthenticated(): ApiFailure {
  return new ApiFailure(401, "NotSignedIn", "Not signed in, or the session is over: open the page of this server and sign in.");
}
