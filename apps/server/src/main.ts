#!/usr/bin/env node
import { ConnectionError } from "./cluster/connection-error.ts";
import { type Command, readCommand } from "./command-line/config.ts";
import { UsageError } from "./command-line/usage-error.ts";
import { type EndingSignal, NO_READER, SIGNAL_CODES } from "./commands/exit-codes.ts";
import { run } from "./commands/run.ts";
import { homeFolder } from "./home-folder.ts";
import { asSentence } from "./print/as-sentence.ts";
import { visible } from "./print/visible.ts";
import { VERSION } from "./version.ts";

/** What goes on where nobody reads its output. */
const GO_ON: readonly Command["kind"][] = ["serve", "simulate", "record", "wait"];
/** How long a stop may take before the process ends anyway. */
const STOP_MS = 2_500;

/** What has an answer in its exit code: it has none when it is ended. */
const QUESTIONS: readonly Command["kind"][] = ["explain", "status", "wait", "diff", "what-if"];

/** What a person can mend, in one sentence; undefined for a bug, whose stack they should see and send. */
function expectedMessage(error: unknown): string | undefined {
  return error instanceof UsageError || error instanceof ConnectionError ? asSentence(visible(error.message)) : undefined;
}

const stop = new AbortController();
/** Whether the command is a question, which has no answer when it is ended; a server that is ended has done its work. */
let isQuestion = false;
for (const signal of Object.keys(SIGNAL_CODES) as readonly EndingSignal[])
  process.on(signal, () => {
    const code = SIGNAL_CODES[signal];
    // A second one means now.
    if (stop.signal.aborted) process.exit(code);
    stop.abort(signal);
    setTimeout(() => process.exit(isQuestion ? code : 0), STOP_MS).unref();
  });

/** What is written is out before the process is. */
const flushed = (stream: NodeJS.WriteStream) => new Promise<void>((done) => stream.write("", () => done()));

try {
  const command = readCommand(process.argv.slice(2), process.env, VERSION);
  isQuestion = QUESTIONS.includes(command.kind);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever read our output is gone: a server goes on, and so does a wait, whose answer is its exit code.
    if (GO_ON.includes(command.kind)) return;
    if (error.code === "EPIPE") process.exit(NO_READER);
    process.stderr.write(`daemonscope: The answer cannot be written to standard output: ${error.code ?? error.message}.\n`);
    process.exit(2);
  });
  // What is said beside the answer is not needed by who does not read it.
  process.stderr.on("error", () => undefined);
  const code = await run(command, {
    say: (line) => process.stdout.write(`${line}\n`),
    write: (text) => process.stdout.write(text),
    warn: (line) => process.stderr.write(`${visible(line)}\n`),
    ...(process.stderr.isTTY === true ? { progress: (text: string) => process.stderr.write(text) } : {}),
    stdin: () => process.stdin,
    environment: process.env,
    home: homeFolder(),
    platform: process.platform,
    isTerminal: process.stdout.isTTY === true,
    columns: () => process.stdout.columns,
    stop: stop.signal,
  });
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
} catch (error) {
  const message = expectedMessage(error);
  if (message === undefined) throw error;
  process.stderr.write(`daemonscope: ${message}\n`);
  process.exit(2);
}
