import type { LabCommand, LabCommands, LabNow, LabVerb } from "@daemonscope/shared/http/lab";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { Lab } from "../lab/lab.ts";
import { BODY_LIMIT_BYTES, badCommand, COMMAND_SCHEMAS, VERB_SCHEMAS } from "../lab/schemas.ts";
import { sendJson } from "./send-json.ts";

const UNDER_LAB = `${PATHS.lab}/`;

/** Paths below which commands are taken. */
export const isLabCommand = (path: string): boolean => path.startsWith(UNDER_LAB);

/** GET /api/lab, GET /api/lab-now, and the commands: of a simulated cluster only. On a real one they are never registered, so that the server only reads. */
export function labRoute(app: FastifyInstance, lab: Lab): void {
  const command = (path: string, schema: unknown, run: (body: never) => Promise<LabNow>): void => {
    app.post(
      `${UNDER_LAB}${path}`,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        schema: { body: schema },
        schemaErrorFormatter: (problems) => badCommand(path, problems),
      },
      async (request, reply) => sendJson(request, reply, await run(request.body as never)),
    );
  };
  app.get(PATHS.lab, async (request, reply) => sendJson(request, reply, lab.answer()));
  app.get(PATHS.labNow, async (request, reply) => sendJson(request, reply, lab.now()));
  const commands: { readonly [Command in LabCommand]: (body: LabCommands[Command]) => Promise<LabNow> } = {
    story: (body) => lab.story(body),
    play: (body) => lab.play(body),
    pause: () => lab.pause(),
    step: () => lab.step(),
    back: () => lab.back(),
    advance: (body) => lab.advance(body),
    undo: () => lab.undo(),
  };
  for (const name of Object.keys(commands) as readonly LabCommand[]) command(name, COMMAND_SCHEMAS[name], commands[name]);
  for (const verb of Object.keys(VERB_SCHEMAS) as readonly LabVerb[])
    command(`do/${verb}`, VERB_SCHEMAS[verb], (body) => lab.perform(verb, body));
}
