import type { LabCommand, LabCommands, LabState, LabVerb } from "@daemonscope/shared/http/lab";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Lab } from "../../lab/lab.ts";
import { labError } from "../../lab/lab-error.ts";
import { MANIFEST_BODY_BYTES, MANIFEST_LIMIT_BYTES, megabytes } from "../../lab/manifest-limit.ts";
import { COMMAND_BODY_BYTES, COMMAND_SCHEMAS, invalidCommand, VERB_SCHEMAS } from "../../lab/schemas.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { RouteContext } from "../context.ts";
import { bodyMatches } from "../safety/body-matches.ts";
import { sendJson } from "../send-json.ts";

const UNDER_LAB = `${PATHS.lab}/`;

const COMMAND = { config: { kind: "command" } } as const;

/** The command that sends a manifest. */
const APPLY = "do/apply";

/** Answers a body beyond the limit with one sentence. All other errors go to the server's error handler. */
function tooLarge(error: Error & { readonly code?: string }, request: FastifyRequest): never {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  // A chunked request names no length.
  const length = Number(request.headers["content-length"] ?? MANIFEST_BODY_BYTES);
  const params = { size: megabytes(length), limit: megabytes(MANIFEST_LIMIT_BYTES) };
  const message = `The request has ${params.size} MB; the limit of a manifest is ${params.limit} MB.`;
  throw labError(413, "RequestTooLarge", params, message, { cause: error });
}

/** Plugin. GET /api/lab, GET /api/lab-now and the commands, for simulated clusters only. Without a simulated cluster
 *  these routes are not registered, so that the server only reads. */
export function labRoutes(app: FastifyInstance, { clusters }: Pick<RouteContext, "clusters">): void {
  if (!clusters.all.some(({ lab }) => lab !== undefined)) return;
  const labOf = (request: FastifyRequest): Lab => {
    const { lab } = clusters.of(request);
    if (lab === undefined) throw new ApiFailure(404, "NoLab", "This cluster is not simulated.");
    return lab;
  };
  const command = (path: string, schema: object, run: (lab: Lab, body: never) => Promise<LabState>): void => {
    app.post(
      `${UNDER_LAB}${path}`,
      {
        ...COMMAND,
        ...(path === APPLY ? { bodyLimit: MANIFEST_BODY_BYTES, errorHandler: tooLarge } : { bodyLimit: COMMAND_BODY_BYTES }),
        preValidation: bodyMatches(schema, (problems) => invalidCommand(path, problems)),
      },
      async (request, reply) => sendJson(request, reply, await run(labOf(request), request.body as never)),
    );
  };
  app.get(PATHS.lab, async (request, reply) => sendJson(request, reply, labOf(request).answer()));
  app.get(PATHS.labNow, async (request, reply) => sendJson(request, reply, labOf(request).now()));
  app.get(PATHS.labCourse, async (request, reply) => sendJson(request, reply, labOf(request).course()));
  app.get<{ Querystring: { readonly lesson?: string; readonly step?: string } }>(PATHS.labCheck, async (request, reply) => {
    const { lesson = "", step = "" } = request.query;
    return sendJson(request, reply, labOf(request).check(lesson, Number(step)));
  });
  const commands: { readonly [Command in LabCommand]: (lab: Lab, body: LabCommands[Command]) => Promise<LabState> } = {
    story: (lab, body) => lab.story(body),
    play: (lab, body) => lab.play(body),
    pause: (lab) => lab.pause(),
    step: (lab) => lab.step(),
    back: (lab) => lab.back(),
    advance: (lab, body) => lab.advance(body),
    undo: (lab) => lab.undo(),
  };
  for (const name of Object.keys(commands) as readonly LabCommand[]) command(name, COMMAND_SCHEMAS[name], commands[name]);
  for (const verb of Object.keys(VERB_SCHEMAS) as readonly LabVerb[])
    command(`do/${verb}`, VERB_SCHEMAS[verb], (lab, body) => lab.perform(verb, body));
  // Declared as a command, so that an unknown command gets the same checks as a known one.
  app.post(`${UNDER_LAB}*`, COMMAND, () => {
    throw new ApiFailure(404, "NotFound", "There is nothing at this path.");
  });
}
