import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { NEEDED_SOURCES, type SourceName } from "@daemonscope/shared/source-status";
import type { ImportConfig } from "../command-line/import-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { auditChanges, auditOutline } from "../import/audit-log.ts";
import { ImportError } from "../import/file-documents.ts";
import { isOfLines, isRecording } from "../import/file-lines.ts";
import { type ImportedChange, NotKnown } from "../import/imported-change.ts";
import { ImportedLog } from "../import/imported-log.ts";
import { kwokChanges, kwokOutline } from "../import/kwok-recording.ts";
import { FIRST_LINE } from "../log/log-file.ts";
import { LogFileStore } from "../log/log-file-store.ts";
import { VERSION } from "../version.ts";
import { writeAnonymised } from "./anonymised-file.ts";
import { recordingIn } from "./recording-in.ts";
import type { Terminal } from "./terminal.ts";
import { checkPlace, sayRecorded } from "./written-file.ts";

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** What reading a file failed with, as the person is told it. */
function readFailure(from: string, error: unknown): unknown {
  if (error instanceof ImportError) return new UsageError(`File ${from} ${error.message}.`);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return error;
  return new UsageError(code === "ENOENT" ? `There is no file ${from}.` : `File ${from} cannot be read: ${code}.`);
}

/** What is imported, before it is played. */
interface Source {
  readonly startMs: number;
  readonly sources: ReadonlySet<SourceName>;
  readonly changes: AsyncIterable<ImportedChange>;
  /** Of kinds that it does not tell whole, after the name of the file; empty where there are none. */
  readonly absence: string;
}

const needed = (there: ReadonlySet<SourceName>): readonly SourceName[] => NEEDED_SOURCES.filter((source) => !there.has(source));

async function kwokSource({ from, startMs: givenMs }: ImportConfig, notKnown: NotKnown, terminal: Terminal): Promise<Source> {
  const { startMs, sources } = await kwokOutline(from, givenMs);
  if (givenMs === undefined)
    terminal.warn(`${from} does not say when it began: ${new Date(startMs).toISOString()} by its objects; --start TIME says it better.`);
  const absent = needed(sources);
  const absence = absent.length === 0 ? "" : `tells of no ${absent.join(" and no ")}: what hangs on them stays unknown`;
  return { startMs, sources, changes: kwokChanges(from, startMs, notKnown), absence };
}

async function auditSource({ from, startMs: givenMs }: ImportConfig, notKnown: NotKnown): Promise<Source> {
  if (givenMs !== undefined) throw new ImportError("says itself when each thing happened: leave out --start");
  const outline = await auditOutline(from);
  const absent = needed(outline.listed);
  const absence =
    absent.length === 0
      ? ""
      : `holds no list of all ${absent.join(", ")}: what was not written to is not in it, and what hangs on them stays unknown; a "kubectl get ${absent.join(",")} -A -o json" leaves the lists in the log`;
  return { startMs: outline.startMs, sources: new Set(), changes: auditChanges(from, outline, notKnown), absence };
}

async function importInto(store: LogFileStore, config: ImportConfig, terminal: Terminal): Promise<void> {
  const { from, file } = config;
  const notKnown = new NotKnown();
  if (await isRecording(from))
    throw new ImportError(
      "is a recording of daemonscope already: show it with replay, or add --anonymise to write it with other words for its names",
    );
  const isAudit = await isOfLines(from);
  const { startMs, sources, changes, absence } = isAudit
    ? await auditSource(config, notKnown)
    : await kwokSource(config, notKnown, terminal);
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
  for await (const change of changes) {
    await log.tell(change);
    if (terminal.stop.aborted || broken !== undefined) break;
  }
  await log.end();
  const isWhole = log.segments.some((segment) => segment.isWhole);
  if (broken !== undefined) throw new UsageError(`File ${file} cannot be written: ${codeOf(broken.error)}.`);
  if (!isWhole) throw new ImportError("was not read as far as to its first change");
  if (absence !== "") terminal.warn(`${from} ${absence}.`);
  for (const sentence of notKnown.sentences) terminal.warn(`${from}: ${sentence}.`);
  if (terminal.stop.aborted) terminal.warn(`${from} was not read to its end: ${file} ends where it was interrupted.`);
  sayRecorded("imported", log.segments, log.state, store, terminal);
}

/** The same recording with other words for what names something. */
async function anonymiseInto(store: LogFileStore, { from }: ImportConfig, terminal: Terminal): Promise<void> {
  const { segments, end } = await recordingIn(from, terminal);
  await writeAnonymised(segments, end.state, store, terminal);
}

/** `daemonscope import`: makes a recording of what others wrote down, and says what it cannot know. */
export async function importRecording(config: ImportConfig, terminal: Terminal): Promise<void> {
  checkPlace(config);
  if (statSync(config.from, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`File ${config.from} is a folder: name a file in it.`);
  if (resolve(config.from) === resolve(config.file))
    throw new UsageError(`File ${config.file} is what is read: name another file to write.`);
  const store = new LogFileStore(config.file, FIRST_LINE, { isReplacing: config.overwrite });
  try {
    await (config.anonymise ? anonymiseInto : importInto)(store, config, terminal);
  } catch (error) {
    await store.discard();
    throw readFailure(config.from, error);
  } finally {
    await store.close();
  }
}
