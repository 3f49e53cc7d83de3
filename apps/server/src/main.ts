import { homedir } from "node:os";
import { ConnectionError } from "./cluster/connection.ts";
import { scenarioLines } from "./commands/embedded-simulator.ts";
import { serve } from "./commands/serve.ts";
import { simulate } from "./commands/simulate.ts";
import type { Terminal } from "./commands/terminal.ts";
import { readCommand } from "./config.ts";
import { UsageError } from "./usage-error.ts";
import { VERSION } from "./version.ts";

/** How long a stop may take before the process ends anyway. */
const STOP_MS = 2_500;

const asSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

/** What a person can mend, in one sentence; undefined for a bug, whose stack they should see and send. */
function expectedMessage(error: unknown): string | undefined {
  return error instanceof UsageError || error instanceof ConnectionError ? asSentence(error.message) : undefined;
}

async function run(terminal: Terminal): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env, VERSION);
  switch (command.kind) {
    case "print":
      process.stdout.write(command.text);
      return;
    case "listScenarios":
      for (const line of scenarioLines()) terminal.say(line);
      return;
    case "simulate":
      return simulate(command.config, terminal);
    case "serve":
      return serve(command.config, terminal);
  }
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    // A second one means now.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    setTimeout(() => process.exit(0), STOP_MS).unref();
  });
// Whoever read our output is gone: that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  await run({
    say: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
    environment: process.env,
    home: homedir(),
    platform: process.platform,
    isTerminal: process.stdout.isTTY === true,
    stop: stop.signal,
  });
  process.exit(0);
} catch (error) {
  const message = expectedMessage(error);
  if (message === undefined) throw error;
  process.stderr.write(`daemonscope: ${message}\n`);
  process.exit(2);
}
