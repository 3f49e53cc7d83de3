import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { NEEDED_SOURCES } from "@daemonscope/shared/source-status";
import type { ImportConfig } from "../command-line/import-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { ImportError } from "../import/file-documents.ts";
import { NotKnown } from "../import/imported-change.ts";
import { ImportedLog } from "../import/imported-log.ts";
import { kwokChanges, kwokOutline } from "../import/kwok-recording.ts";
import { FIRST_LINE } from "../log/log-file.ts";
import { LogFileStore } from "../log/log-file-store.ts";
import { VERSION } from "../version.ts";
import type { Terminal } from "./terminal.ts";
import { checkPlace, sayRecorded } from "./written-file.ts";

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** What reading a file failed with, as the person is told it. */
function readFailure(from: string, error: unknown): unknown {
  if (error instanceof ImportError) return new UsageError(`${from} ${error.message}.`);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return error;
  return new UsageError(code === "ENOENT" ? `There is no file ${from}.` : `${from} cannot be read: ${code}.`);
}

function sayUnknown(config: ImportConfig, sources: ReadonlySet<string>, notKnown: NotKnown, terminal: Terminal): void {
  const { from } = config;
  const absent = NEEDED_SOURCES.filter((source) => !sources.has(source));
  if (absent.length > 0) terminal.warn(`${from} tells of no ${absent.join(" and no ")}: what hangs on them stays unknown.`);
  for (const sentence of notKnown.sentences) terminal.warn(`${from}: ${sentence}.`);
}

async function importInto(store: LogFileStore, config: ImportConfig, terminal: Terminal): Promise<void> {
  const { from, file } = config;
  const notKnown = new NotKnown();
  const outline = await kwokOutline(from);
  const { sources } = outline;
  const startMs = config.startMs ?? outline.startMs;
  if (config.startMs === undefined)
    terminal.warn(`${from} does not say when it began: ${new Date(startMs).toISOString()} by its objects; --start TIME says it better.`);
  const context = basename(from, extname(from));
  let broken: { readonly error: unknown } | undefined;
  const log = new ImportedLog({
    identity: { context, server: `imported from ${basename(from)}`, version: undefined, simulated: false },
    fromMs: startMs,
    sources,
    build: VERSION,
    store,
    notKnown,
    onBroken: (error) => {
      broken ??= { error };
    },
  });
  for await (const change of kwokChanges(from, startMs, notKnown)) {
    await log.tell(change);
    if (terminal.stop.aborted || broken !== undefined) break;
  }
  await log.end();
  const isWhole = log.segments.some((segment) => segment.isWhole);
  if (broken !== undefined) throw new UsageError(`${file} cannot be written: ${codeOf(broken.error)}.`);
  if (!isWhole) throw new ImportError("was not read as far as to its first change");
  sayUnknown(config, sources, notKnown, terminal);
  if (terminal.stop.aborted) terminal.warn(`${from} was not read to its end: ${file} ends where it was interrupted.`);
  sayRecorded("imported", log.segments, log.state, store, terminal);
}

/** `daemonscope import`: makes a recording of what others wrote down, and says what it cannot know. */
export async function importRecording(config: ImportConfig, terminal: Terminal): Promise<void> {
  checkPlace(config);
  if (statSync(config.from, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`${config.from} is a folder: name a file in it.`);
  if (resolve(config.from) === resolve(config.file)) throw new UsageError(`${config.file} is what is read: name another file to write.`);
  const store = new LogFileStore(config.file, FIRST_LINE, { isReplacing: config.overwrite });
  try {
    await importInto(store, config, terminal);
  } catch (error) {
    await store.discard();
    throw readFailure(config.from, error);
  } finally {
    await store.close();
  }
}
