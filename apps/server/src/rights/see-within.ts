import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Viewer } from "../viewers/viewer.ts";
import type { RightsDesk } from "./rights-desk.ts";
import { letSee } from "./sights.ts";

/** Of the server and of the whole cluster: counts, and names of all DaemonSets. */
const OF_EVERYTHING: readonly string[] = [PATHS.metrics, PATHS.daemonSetMetrics];
/** Below this are answers about the cluster; everything else is the page. */
const DATA = /^\/(?:api|metrics)(?:\/|$)/;
/** About the person, and answered to who may see nothing as well. */
const OF_PERSONS: readonly string[] = [PATHS.rights, "/api/session", "/api/sign-in", "/api/sign-out"];

/** Looks up what the viewer of a request may see, before its route; false where it is nothing, or not made yet, and the path needs nothing. Throws ApiFailure where it does. */
export async function seeWithin(
  rights: RightsDesk | undefined,
  request: Pick<FastifyRequest, "url">,
  viewer: Viewer,
  path: string,
): Promise<boolean> {
  if (viewer.kind === "owner") return true;
  const needsSight = DATA.test(path) && !OF_PERSONS.includes(path);
  try {
    // A person without anybody who knows their rights sees nothing.
    if (rights === undefined)
      throw new ApiFailure(503, "RightsUnknown", "This server does not ask what people may see, so nobody is shown anything.");
    // The page and its files are on their way while what it will show is made.
    const sight = needsSight ? await rights.sightOf(viewer) : await rights.sightAtOnce(viewer);
    if (sight === undefined) return false;
    if (OF_EVERYTHING.includes(path) && sight.kind !== "everything")
      throw new ApiFailure(403, "Forbidden", "This is about the whole cluster, and your own rights cover a part of it.");
    letSee(request, sight);
    return true;
  } catch (error) {
    if (needsSight || !(error instanceof ApiFailure)) throw error;
    return false;
  }
}
