import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { Principal } from "../auth/principal.ts";
import type { AccessControl } from "./access-control.ts";

/** Sets the access scope of a request before its route runs. Returns false if the scope is empty or not built yet, and
 *  the route does not need it. Throws ApiFailure if the route needs it. */
export async function resolveAccessScope(
  rights: AccessControl | undefined,
  request: Pick<FastifyRequest, "accessScope">,
  viewer: Principal,
  isNeeded: boolean,
): Promise<boolean> {
  if (viewer.kind === "owner") return true;
  try {
    // Without access control a signed-in user sees nothing.
    if (rights === undefined) throw new ApiFailure(503, "RightsUnknown", "This server does not check access rights, so it shows nothing.");
    // The page and its files are sent while the scoped cluster is built.
    const scope = isNeeded ? await rights.scopeOf(viewer) : await rights.scopeIfReady(viewer);
    if (scope === undefined) return false;
    request.accessScope = scope;
    return true;
  } catch (error) {
    if (isNeeded || !(error instanceof ApiFailure)) throw error;
    return false;
  }
}
