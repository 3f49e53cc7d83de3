import { PATHS } from "@daemonscope/shared/http/paths";
import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import type { FastifyInstance } from "fastify";
import { principalOf } from "../../access/auth/request-principal.ts";
import { MAX_REVIEWED_NAMESPACES } from "../../access/rights/fetch-user-rights.ts";
import { isFullAccess, isModelled, REQUIRED_VERBS, RIGHT_KINDS, type UserRights, WATCHED_KINDS } from "../../access/rights/user-rights.ts";
import type { RouteContext } from "../context.ts";
import { sendJson } from "../send-json.ts";

const EVERYTHING: RightsAnswer = { kind: "everything" };
const isWatched = (kind: string): kind is (typeof WATCHED_KINDS)[number] => (WATCHED_KINDS as readonly string[]).includes(kind);

function rightsOf(rights: UserRights) {
  return RIGHT_KINDS.map((kind) => {
    const { group, resource, subresource, verbs } = REQUIRED_VERBS[kind];
    const isShown = isWatched(kind) ? isModelled(rights, kind) : rights[kind] !== "none";
    return {
      kind,
      group,
      resource: subresource === undefined ? resource : `${resource}/${subresource}`,
      verbs,
      scope: rights[kind],
      isShown,
    };
  });
}

/** GET /api/rights: the user's access scope and the missing rights. A user without any rights gets an answer too. */
export function rightsRoute(app: FastifyInstance, { clusters }: Pick<RouteContext, "clusters">): void {
  app.get(PATHS.rights, { config: { access: "ownRights" } }, async (request, reply) => {
    const viewer = principalOf(request);
    const { live, rights } = clusters.of(request);
    if (viewer.kind === "owner" || rights === undefined) return sendJson(request, reply, EVERYTHING);
    const own = await rights.rightsOf(viewer);
    if (isFullAccess(own)) return sendJson(request, reply, EVERYTHING);
    const answer: RightsAnswer = {
      kind: own.daemonsets === "none" ? "nothing" : "part",
      userName: viewer.userName,
      groups: viewer.groups,
      cluster: live.log.state.cluster.context,
      rights: rightsOf(own),
      namespacesNotAsked: own.daemonsets === "all" ? 0 : Math.max(0, rights.namespaces().length - MAX_REVIEWED_NAMESPACES),
    };
    return sendJson(request, reply, answer);
  });
}
