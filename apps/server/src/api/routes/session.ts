import { PATHS } from "@daemonscope/shared/http/paths";
import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { type SessionAnswer, SIGN_IN_PROBLEM_FRAGMENT } from "@daemonscope/shared/http/session";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ProviderFlow, SignInMethods } from "../../access/auth/authenticator.ts";
import { TOKEN_LIMIT } from "../../access/auth/bearer-token.ts";
import { principalOf } from "../../access/auth/request-principal.ts";
import { MAX_REVIEWED_NAMESPACES } from "../../access/rights/fetch-user-rights.ts";
import { isFullAccess, isModelled, REQUIRED_VERBS, RIGHT_KINDS, type UserRights, WATCHED_KINDS } from "../../access/rights/user-rights.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { RouteContext } from "../context.ts";
import { bodyMatches } from "../safety/body-matches.ts";
import { sendJson } from "../send-json.ts";

const SCHEMA = {
  oneOf: ["token", "launch"].map((field) => ({
    type: "object",
    required: [field],
    additionalProperties: false,
    properties: { [field]: { type: "string", maxLength: 2 * TOKEN_LIMIT } },
  })),
};

const unreadable = (): ApiFailure => new ApiFailure(400, "BadRequest", "The request cannot be read.");

/** Sign-in and sign-out are commands, so the guard of commands applies. */
const SIGN_IN = { access: "none", kind: "command" } as const;
const SIGN_OUT = { config: { access: "user", kind: "command" } } as const;
/** Browsers open the pages of a provider's sign-in without a session, also from another site. */
const AT_PROVIDER = { config: { access: "none", kind: "page" }, exposeHeadRoute: false } as const;
const USER_ACCESS = { config: { access: "user" } } as const;

type Body = { readonly token: string } | { readonly launch: string };

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
function rightsRoute(app: FastifyInstance, { clusters }: Pick<RouteContext, "clusters">): void {
  app.get(PATHS.rights, { config: { access: "ownRights" } }, async (request, reply) => {
    const viewer = principalOf(request);
    const { live, rights } = clusters.of(request);
    if (viewer.kind === "owner" || rights === undefined) return sendJson(request, reply, EVERYTHING);
    const userRights = await rights.rightsOf(viewer);
    if (isFullAccess(userRights)) return sendJson(request, reply, EVERYTHING);
    const answer: RightsAnswer = {
      kind: userRights.daemonsets === "none" ? "nothing" : "part",
      userName: viewer.userName,
      groups: viewer.groups,
      cluster: live.log.state.cluster.context,
      rights: rightsOf(userRights),
      namespacesNotAsked: userRights.daemonsets === "all" ? 0 : Math.max(0, rights.namespaces().length - MAX_REVIEWED_NAMESPACES),
    };
    return sendJson(request, reply, answer);
  });
}

/** Plugin: the user and their rights, and sign-in if it is enabled. */
export function sessionRoutes(app: FastifyInstance, context: Pick<RouteContext, "authenticator" | "clusters">): void {
  const { signIn } = context.authenticator;
  rightsRoute(app, context);
  sessionRoute(app, signIn !== undefined);
  if (signIn === undefined) return;
  signInRoutes(app, signIn);
  if (signIn.byProvider !== undefined) providerRoutes(app, signIn.byProvider);
}

/** POST /api/sign-in and /api/sign-out: the response sets a cookie. URLs and logs contain no credentials. */
function signInRoutes(app: FastifyInstance, signIn: SignInMethods): void {
  app.post<{ Body: Body }>(
    PATHS.signIn,
    { config: SIGN_IN, bodyLimit: 3 * TOKEN_LIMIT, preValidation: bodyMatches(SCHEMA, unreadable) },
    async (request, reply) => {
      const { body } = request;
      if ("token" in body) await signIn.withToken(request, reply, body.token);
      else await signIn.withLaunch(request, reply, body.launch);
      return reply.code(204).send();
    },
  );
  app.post(PATHS.signOut, SIGN_OUT, async (request, reply) => {
    signIn.end(request, reply);
    return reply.code(204).send();
  });
}

/** GET /api/sign-in/away and /return: to a provider, and back. After a failure the browser gets the sign-in page. The
 *  error code is in the fragment, which browsers send to no server. */
function providerRoutes(app: FastifyInstance, flow: ProviderFlow): void {
  const page = (reply: FastifyReply, path: string, fragment = "") => reply.code(303).header("location", `../..${path}${fragment}`).send();
  const withProblemPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      reply.log.warn({ err: error }, "sign-in at the provider failed");
      // A signed-in user does not see that page.
      return page(reply, "/", request.principal !== undefined ? "" : `${SIGN_IN_PROBLEM_FRAGMENT}${error.body.code}`);
    }
  };
  app.get(PATHS.signInAway, AT_PROVIDER, (request, reply) =>
    withProblemPage(request, reply, async () => {
      const { to } = request.query as { readonly to?: unknown };
      return reply.redirect(await flow.begin(request, reply, typeof to === "string" ? to : "/"), 303);
    }),
  );
  app.get(PATHS.signInReturn, AT_PROVIDER, (request, reply) =>
    withProblemPage(request, reply, async () => page(reply, await flow.finish(request, reply))),
  );
}

/** GET /api/session: the signed-in user. */
function sessionRoute(app: FastifyInstance, canSignOut: boolean): void {
  app.get(PATHS.session, USER_ACCESS, async (request, reply) => {
    const viewer = principalOf(request);
    const answer: SessionAnswer = {
      ...(viewer.kind === "owner" ? {} : { userName: viewer.userName, groups: viewer.groups }),
      canSignOut,
    };
    return reply.send(answer);
  });
}
