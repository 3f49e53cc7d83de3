#!/usr/bin/env node
import { ConnectionError } from "@daemonscope/kube-client/http/connection-error";
import { hasTrait, isCommand } from "./cli/flags/commands.ts";
import { type Command, parseCommand } from "./cli/options/parse-command.ts";
import { asciiText, isAsciiLocale } from "./cli/print/ascii-text.ts";
import { withColorChoice } from "./cli/print/terminal-colors.ts";
import { run } from "./cli/run.ts";
import { joinScenarios } from "./cli/simulate/join-scenarios.ts";
import { type EndingSignal, EXIT_BROKEN_PIPE, SIGNAL_CODES } from "./cli/terminal/exit-codes.ts";
import { type Key, openKeyInput } from "./cli/terminal/key-input.ts";
import { UsageError } from "./platform/failure/usage-error.ts";
import { homeFolder } from "./platform/home-folder.ts";
import { escapeControl } from "./platform/text/escape-control.ts";
import { toClause } from "./platform/text/to-clause.ts";
import { VERSION } from "./platform/version.ts";

/** Maximum duration of a stop; after it the process exits. */
const STOP_MS = 2_500;

/** The exit code of a query is an answer. If a signal interrupts one, the process exits with the signal's code. */
const isQuery = (kind: Command["kind"]): boolean => isCommand(kind) && hasTrait(kind, "query");

/**
 * Returns the message of an error that the user can fix. Returns undefined for a bug: the user should see its stack and
 * report it.
 */
function expectedMessage(error: unknown): string | undefined {
  return error instanceof UsageError || error instanceof ConnectionError ? toClause(escapeControl(error.message)) : undefined;
}

const stop = new AbortController();
let isAnswering = false;
for (const signal of Object.keys(SIGNAL_CODES) as readonly EndingSignal[])
  process.on(signal, () => {
    const code = SIGNAL_CODES[signal];
    // A second signal ends the process at once.
    if (stop.signal.aborted) process.exit(code);
    stop.abort(signal);
    setTimeout(() => process.exit(isAnswering ? code : 0), STOP_MS).unref();
  });

/** Resolves when the written data has left the process. */
const flushed = (stream: NodeJS.WriteStream) => new Promise<void>((done) => stream.write("", () => done()));

try {
  const command = parseCommand(await joinScenarios(process.argv.slice(2)), process.env, VERSION);
  isAnswering = isQuery(command.kind);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isCommand(command.kind) && hasTrait(command.kind, "outlivesReader")) return;
    if (error.code === "EPIPE") process.exit(EXIT_BROKEN_PIPE);
    process.stderr.write(`error: cannot write to standard output: ${error.code ?? error.message}\n`);
    process.exit(2);
  });
  // Messages on standard error are optional, so a missing reader is ignored.
  process.stderr.on("error", () => undefined);
  const inLocale = isAsciiLocale(process.env) ? asciiText : (line: string) => line;
  const code = await run(command, {
    print: (line) => process.stdout.write(`${inLocale(line)}\n`),
    write: (text) => process.stdout.write(text),
    warn: (line) => process.stderr.write(`${inLocale(escapeControl(line))}\n`),
    ...(process.stderr.isTTY === true ? { progress: (text: string) => process.stderr.write(text) } : {}),
    stdin: () => process.stdin,
    environment: withColorChoice("config" in command && "color" in command.config ? command.config.color : undefined, process.env),
    home: homeFolder(),
    platform: process.platform,
    isTerminal: process.stdout.isTTY === true,
    columns: () => process.stdout.columns,
    rows: () => process.stdout.rows,
    ...(process.stdin.isTTY === true ? { openKeys: (onKey: (key: Key) => void) => openKeyInput(process.stdin, onKey) } : {}),
    stop: stop.signal,
  });
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
} catch (error) {
  const message = expectedMessage(error);
  if (message === undefined) throw error;
  process.stderr.write(`error: ${message}\n`);
  process.exit(2);
}
