import { PATHS } from "@daemonscope/shared/http/paths";
import type { SessionAnswer } from "@daemonscope/shared/http/session";
import type { FastifyInstance } from "fastify";
import type { SignIn } from "../viewers/door.ts";
import { TOKEN_LIMIT } from "../viewers/own-token.ts";
import { viewerOf } from "../viewers/viewer-of.ts";

/** Paths that change who is signed in: commands, whose guard they pass. */
export const isSessionCommand = (path: string): boolean => path === PATHS.signIn || path === PATHS.signOut;

const SCHEMA = {
  oneOf: ["token", "launch"].map((way) => ({
    type: "object",
    required: [way],
    additionalProperties: false,
    properties: { [way]: { type: "string", maxLength: 2 * TOKEN_LIMIT } },
  })),
};

type Body = { readonly token: string } | { readonly launch: string };

/** POST /api/sign-in and /api/sign-out: with a cookie as the answer. Nothing of it stands in an address, and nothing is logged. */
export function signInRoutes(app: FastifyInstance, signIn: SignIn): void {
  app.post<{ Body: Body }>(PATHS.signIn, { bodyLimit: 3 * TOKEN_LIMIT, schema: { body: SCHEMA } }, async (request, reply) => {
    const { body } = request;
    if ("token" in body) await signIn.withToken(request, reply, body.token);
    else await signIn.withLaunch(request, reply, body.launch);
    return reply.code(204).send();
  });
  app.post(PATHS.signOut, async (request, reply) => {
    signIn.end(request, reply);
    return reply.code(204).send();
  });
}

/** GET /api/session: who is signed in. */
export function sessionRoute(app: FastifyInstance, canSignOut: boolean): void {
  app.get(PATHS.session, async (request, reply) => {
    const viewer = viewerOf(request);
    const answer: SessionAnswer = {
      ...(viewer.kind === "owner" ? {} : { userName: viewer.userName, groups: viewer.groups }),
      canSignOut,
    };
    return reply.send(answer);
  });
}
