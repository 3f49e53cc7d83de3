import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type {
  ActionQuestion,
  ActionsAnswer,
  BatchControlRequest,
  RunActionRequest,
  WriteAccessAnswer,
} from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "../../access/auth/principal.ts";
import { principalOf } from "../../access/auth/request-principal.ts";
import type { ActionCaller } from "../../actions/journal/actor.ts";
import { parseStepsBody, STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import { PreviewLimiter } from "../../actions/preview/preview-limiter.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { RouteContext } from "../context.ts";
import { readParameters } from "../lookup.ts";
import { sendJson } from "../send-json.ts";
import { auditRoute, costsRoute } from "./audit.ts";
import { admittedPreview, limitedBy } from "./preview-admission.ts";
import { whatIfRoute } from "./what-if.ts";

/** Reports whether a proxy adds this header. A client behind a proxy is not on this machine. */
const isOfProxy = (header: string): boolean =>
  header.startsWith("x-forwarded-") ||
  ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"].includes(header);

const withoutIpv4Mapping = (address: string | undefined): string => (address ?? "").replace(/^::ffff:/i, "");

/** Reports whether the client is on this machine: by its socket address, and only if no proxy header is present. */
function isLocal(request: FastifyRequest): boolean {
  const isNear = isLoopback(withoutIpv4Mapping(request.socket.remoteAddress)) && isLoopback(withoutIpv4Mapping(request.ip));
  return isNear && !Object.keys(request.headers).some(isOfProxy);
}

type WriteAccess = Exclude<WriteAccessAnswer, { kind: "yes" }> | { readonly kind: "yes"; readonly acting: ActionService };

/** Reports whether a user may run actions on a server that allows writes. Allowed are the owner from the server's own
 *  machine, and users with a token of the cluster. On a simulated cluster every user may run them. */
export function writeAccessFor(
  viewer: Principal,
  { acting, isLocal }: { readonly acting: ActionService; readonly isLocal: boolean },
): WriteAccess {
  if (acting.simulated) return { kind: "yes", acting };
  if (viewer.kind === "owner") return isLocal ? { kind: "yes", acting } : { kind: "no", why: "remote" };
  return viewer.credential.kind === "own token" ? { kind: "yes", acting } : { kind: "no", why: "noToken" };
}

function writeAccessOf(request: FastifyRequest, { acting, isRecorded }: ClusterRuntime): WriteAccess {
  if (acting === undefined) return { kind: "no", why: isRecorded === true ? "recorded" : "readOnly" };
  return writeAccessFor(principalOf(request), { acting, isLocal: isLocal(request) });
}

const SENTENCES: Readonly<Record<Extract<WriteAccessAnswer, { kind: "no" }>["why"], string>> = {
  readOnly: "This server only reads: start it with --allow-writes.",
  recorded: "This is a recording: there is nothing that could be written to.",
  remote: "This server has no sign-in, so only a user on its machine may act: open the page there, or start the server with --auth token.",
  noToken:
    "You are signed in without a token of the cluster, and nothing is ever written with the server's own: sign in with --auth token.",
};

async function actorOf(
  request: FastifyRequest,
  { clusters, liveReadingOf }: RouteContext,
): Promise<{ readonly acting: ActionService; readonly actor: ActionCaller }> {
  const writeAccess = writeAccessOf(request, clusters.of(request));
  if (writeAccess.kind === "no")
    throw new ApiFailure(403, "MayNotAct", SENTENCES[writeAccess.why], undefined, undefined, { why: writeAccess.why });
  const { acting } = writeAccess;
  const viewer = principalOf(request);
  const served = liveReadingOf(request);
  if (viewer.kind === "owner")
    return { acting, actor: { owner: "owner", sees: () => true, name: await acting.ownName(), caller: { kind: "server" }, served } };
  const { sessionId, userName, credential } = viewer;
  // A simulated cluster needs no token.
  const caller = credential.kind === "own token" && !acting.simulated ? credential : ({ kind: "server" } as const);
  const sees = await seenBy(request, clusters.of(request));
  return { acting, actor: { owner: sessionId, sees, name: userName, caller, served } };
}

/** Returns which users' actions are shown: those of others may name objects that this user may not see. */
async function seenBy(request: FastifyRequest, { rights }: ClusterRuntime): Promise<(owner: string) => boolean> {
  const viewer = principalOf(request);
  if (viewer.kind === "owner" || (await rights?.scopeOf(viewer))?.kind === "everything") return () => true;
  return (owner) => owner === viewer.sessionId;
}

const bad = (message: string): ApiFailure => new ApiFailure(400, "BadAction", message);

function questionOf(body: unknown): ActionQuestion {
  const steps = parseStepsBody(body);
  const { batch, event, force, undoes } = body as Readonly<Record<string, unknown>>;
  if (event !== undefined && typeof event !== "boolean") throw bad("event must be true or false.");
  if (force !== undefined && typeof force !== "boolean") throw bad("force must be true or false.");
  if (undoes !== undefined && typeof undoes !== "string") throw bad("undoes must be the id of an action.");
  if (batch === undefined)
    return {
      steps,
      ...(event === true ? { event } : {}),
      ...(force === true ? { force } : {}),
      ...(undoes === undefined ? {} : { undoes }),
    };
  const { atOnce, stopAtFailure } = isJsonObject(batch) ? batch : {};
  if (typeof atOnce !== "number" || !Number.isInteger(atOnce) || atOnce < 1 || typeof stopAtFailure !== "boolean")
    throw bad("batch must say atOnce, a whole number from 1, and stopAtFailure, true or false.");
  if (force === true) throw bad("force is for a manifest and batch is for deletions of pods: send one of the two.");
  return { steps, batch: { atOnce, stopAtFailure }, ...(event === true ? { event } : {}), ...(undoes === undefined ? {} : { undoes }) };
}

function runRequestIn(body: unknown): RunActionRequest {
  const { planId, typed } = isJsonObject(body) ? body : {};
  if (typeof planId !== "string" || (typed !== undefined && typeof typed !== "string"))
    throw bad("The body must be JSON with planId, and typed where a name is typed.");
  return { planId, ...(typed === undefined ? {} : { typed }) };
}

function batchControlIn(body: unknown): BatchControlRequest {
  const { id, to } = isJsonObject(body) ? body : {};
  if (typeof id !== "string" || (to !== "pause" && to !== "goOn" && to !== "end"))
    throw bad("The body must be JSON with id, and to: pause, goOn or end.");
  return { id, to };
}

const COMMAND = { config: { kind: "command" } } as const;

/** Limit for bodies with ids of plans and actions. */
const ID_BODY_BYTES = 4096;

/** Plugin: previews and actions. They share the limits, because both run previews. */
export function actionRoutes(app: FastifyInstance, context: RouteContext): void {
  const previews = new PreviewLimiter(context.previewTimers ?? systemTimers);
  whatIfRoute(app, context, previews);
  auditRoute(app, context, previews);
  costsRoute(app, context, previews);
  commandRoutes(app, context, previews);
}

/** GET /api/acting always answers. If any cluster allows actions, there are also POST /api/actions/plan, POST and GET
 *  /api/actions, and POST /api/actions/batch. Otherwise those routes are not registered. */
function commandRoutes(app: FastifyInstance, context: RouteContext, previews: PreviewLimiter): void {
  const { clusters } = context;
  app.get(PATHS.acting, async (request, reply) => {
    readParameters(request.query, {});
    const writeAccess = writeAccessOf(request, clusters.of(request));
    if (writeAccess.kind === "no") return sendJson(request, reply, writeAccess satisfies WriteAccessAnswer);
    const { acting, actor } = await actorOf(request, context);
    return sendJson(request, reply, { kind: "yes", as: actor.name, simulated: acting.simulated } satisfies WriteAccessAnswer);
  });
  if (!clusters.mayAct) return;
  const post = (path: string, bodyLimit: number, run: (acting: ActionService, actor: ActionCaller, body: unknown) => unknown): void => {
    app.post(path, { ...COMMAND, bodyLimit, errorHandler: tooLarge(bodyLimit) }, async (request, reply) => {
      readParameters(request.query, {});
      const { acting, actor } = await actorOf(request, context);
      return sendJson(request, reply, await run(acting, actor, request.body));
    });
  };
  const limits = { ...COMMAND, bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge(STEPS_BODY_BYTES), ...limitedBy(previews) };
  app.post(PATHS.actionPlan, limits, async (request, reply) => {
    readParameters(request.query, {});
    const { acting, actor } = await actorOf(request, context);
    const question = questionOf(request.body);
    const plan = await acting.plan(question, actor, admittedPreview(request));
    return sendJson(request, reply, plan);
  });
  post(PATHS.actions, ID_BODY_BYTES, (acting, actor, body) => acting.carryOut(runRequestIn(body), actor));
  post(PATHS.actionBatch, ID_BODY_BYTES, (acting, actor, body) => acting.steer(batchControlIn(body), actor.owner));
  app.get(PATHS.actions, async (request, reply) => {
    readParameters(request.query, {});
    const part = clusters.of(request);
    const actions = part.acting?.records(await seenBy(request, part)) ?? [];
    return sendJson(request, reply, { actions } satisfies ActionsAnswer);
  });
}

/** Answers a body beyond the limit with one sentence. All other errors go to the server's error handler. */
const tooLarge = (bodyLimit: number) => (error: Error & { readonly code?: string }) => {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  const message =
    bodyLimit === STEPS_BODY_BYTES
      ? "The changes are larger than 1 MB: do fewer manifests at once. Nothing was done."
      : `The body is larger than ${bodyLimit / 1024} KB: it names only a plan or an action. Nothing was done.`;
  throw new ApiFailure(413, "TooLarge", message, undefined, error);
};
