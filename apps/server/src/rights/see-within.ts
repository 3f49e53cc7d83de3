import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Viewer } from "../viewers/viewer.ts";
import type { RightsDesk } from "./rights-desk.ts";
import { letSee } from "./sights.ts";

/** Looks up what the viewer of a request may see, before its route. Returns false if that is nothing, or is not made yet, and the route does not need it. Throws ApiFailure if the route needs it. */
export async function seeWithin(
  rights: RightsDesk | undefined,
  request: Pick<FastifyRequest, "url">,
  viewer: Viewer,
  isNeeded: boolean,
): Promise<boolean> {
  if (viewer.kind === "owner") return true;
  try {
    // A person without anybody who knows their rights sees nothing.
    if (rights === undefined)
      throw new ApiFailure(503, "RightsUnknown", "This server does not ask what people may see, so nobody is shown anything.");
    // The page and its files are on their way while what it will show is made.
    const sight = isNeeded ? await rights.sightOf(viewer) : await rights.sightAtOnce(viewer);
    if (sight === undefined) return false;
    letSee(request, sight);
    return true;
  } catch (error) {
    if (isNeeded || !(error instanceof ApiFailure)) throw error;
    return false;
  }
}
