import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { type OutputCommand, outputCommands } from "../flags/output-format.ts";
import { type Command, parseCommand } from "../options/parse-command.ts";
import { run } from "../run.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { SCHEMAS } from "./schemas.ts";

async function printed(line: string): Promise<string> {
  const command = parseCommand(line.split(" "), {}, "test");
  // A stopped clock gives each run the same answer.
  const stopped =
    "config" in command && "simulation" in command.config
      ? { ...command, config: { ...command.config, simulation: { ...command.config.simulation, manualClock: true } } }
      : command;
  const terminal = capturedTerminal();
  await run(stopped as Command, terminal);
  return terminal.out();
}

it.each(outputCommands)("%s --schema prints a valid schema with apiVersion and kind", async (name) => {
  const text = await printed(`${name} --schema`);
  new Ajv({ strict: true }).compile(JSON.parse(text) as object);
  expect(text.replaceAll(/\s+/g, "")).toContain('"apiVersion":{"const":"daemonscope.dev/v1"}');
});

const NAME = "ds/fluentd-elasticsearch -n kube-system";
const TWO = "--simulate=on-delete --simulate=image-update";

it.each<readonly [OutputCommand, string]>([
  ["explain", "-A --simulate=tour"],
  ["explain", "-A --excluded --simulate=tour"],
  ["status", "-A --simulate=tour"],
  ["status", `${NAME} --simulate=on-delete`],
  ["status", `-A ${TWO}`],
  ["pods", "-A --simulate=tour"],
  ["pods", `-A ${TWO}`],
  ["history", "-A --simulate=tour"],
  ["history", `${NAME} --simulate=bad-image`],
  ["diff", `${NAME} --revision 1 --simulate=on-delete`],
  ["status", "-A --simulate=bad-image"],
  ["wait", `${NAME} --simulate=image-update`],
  ["wait", `${NAME} --for updated --timeout 1s --simulate=on-delete`],
  ["wait", `${NAME} ${TWO}`],
  ["diff", "ds/nvidia-driver -n gpu-operator --simulate=tour --simulate=driver-breaks-nodes"],
  ["what-if", "--simulate=tour --cordon=--all"],
  ["audit", "-A --simulate=tour"],
  ["audit", "-A --costs --simulate=tour"],
  ["version", ""],
])("%s %s -o json matches its schema", async (name, words) => {
  const answer = JSON.parse(await printed(`${name} ${words}`.trim().concat(" -o json"))) as object;
  const isAnswer = new Ajv({ strict: true, allErrors: true }).compile(await SCHEMAS[name]());
  expect(isAnswer(answer), JSON.stringify(isAnswer.errors?.slice(0, 3))).toBe(true);
  const [first] = Array.isArray(answer) ? (answer as readonly object[]) : [answer];
  expect(first).toMatchObject({ apiVersion: "daemonscope.dev/v1", kind: expect.stringMatching(/^[A-Z]/) });
});
