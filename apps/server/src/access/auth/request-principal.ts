import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { Principal } from "./principal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once, before the route runs; undefined for a request that was not authenticated. */
    principal: Principal | undefined;
  }
}

/** Returns the principal of a request; all routes use this function. Throws ApiFailure 401 for a request that was not
 *  authenticated, so that a forgotten check denies access. */
export function principalOf({ principal }: Partial<Pick<FastifyRequest, "principal">>): Principal {
  if (principal === undefined) throw unauthenticated();
  return principal;
}

export function unauthenticated(): ApiFailure {
  return new ApiFailure(401, "NotSignedIn", "Not signed in, or the session is over: open the page of this server and sign in.");
}
