import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { REQUIRED_SOURCES_OF_PAGE, type SourceName } from "@daemonscope/kube/source-status";
import { isoTime } from "@daemonscope/kube/values/time";
import { refusedKind } from "@daemonscope/kube-client/connect/small-file";
import { auditChanges, summarizeAudit } from "../../history/import/audit-log.ts";
import { ImportError } from "../../history/import/file-documents.ts";
import { isLineDelimited, isRecording } from "../../history/import/file-lines.ts";
import { type ImportedChange, ImportLimitations } from "../../history/import/import-limitations.ts";
import { ImportedLog } from "../../history/import/imported-log.ts";
import { kwokChanges, summarizeKwok } from "../../history/import/kwok-recording.ts";
import { FIRST_LINE } from "../../history/storage/log-file.ts";
import { LogFileStore } from "../../history/storage/log-file-store.ts";
import { errorCode } from "../../platform/failure/error-code.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { VERSION } from "../../platform/version.ts";
import { ReadingProgress } from "../open/reading-progress.ts";
import type { ImportConfig } from "../options/import-config.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeAnonymizedFile } from "./anonymised-file.ts";
import { checkOutputFile, printRecordingSummary } from "./output-file.ts";
import { recordingIn } from "./recording-in.ts";

/** Returns the error of a failed read for the user. `from`: all files to read. */
function readFailure(from: ImportConfig["from"], error: unknown): unknown {
  if (error instanceof ImportError)
    return new UsageError(
      error.path === undefined && from.length > 1
        ? `${wordsFor(from)} ${error.message}.`
        : `File ${error.path ?? from[0]} ${error.message}.`,
    );
  const { code, path = from.length === 1 ? from[0] : undefined } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const name = path === undefined ? "One of the files" : `File ${path}`;
  return new UsageError(code === "ENOENT" ? `There is no file ${path ?? from[0]}.` : `${name} cannot be read: ${code}.`);
}

/** Returns the beginning of sentences about all files. */
const wordsFor = (from: ImportConfig["from"]): string => (from.length === 1 ? from[0] : `What the ${from.length} files tell`);

/** The start and the changes of the files to import. */
interface Source {
  readonly startMs: number;
  /** Kinds that count as read when the log begins; others count with their first complete list. */
  readonly sources: ReadonlySet<SourceName>;
  readonly changes: AsyncIterable<ImportedChange>;
  /** Names the kinds without complete data: a clause that follows the name of the file. Empty if all are complete. */
  readonly absence: string;
}

const missingSources = (available: ReadonlySet<SourceName>): readonly SourceName[] =>
  REQUIRED_SOURCES_OF_PAGE.filter((source) => !available.has(source));

async function kwokSource(
  { from: [from], startMs: givenMs }: ImportConfig,
  limitations: ImportLimitations,
  terminal: Terminal,
): Promise<Source> {
  const { startMs, sources } = await summarizeKwok(from, givenMs);
  if (givenMs === undefined)
    terminal.warn(`${from} does not say when it began: ${isoTime(startMs)} by its objects; --start TIME says it better.`);
  const absent = missingSources(sources);
  const absence = absent.length === 0 ? "" : `contains no ${absent.join(" and no ")}: facts that depend on them stay unknown`;
  return { startMs, sources, changes: kwokChanges(from, startMs, limitations), absence };
}

async function auditSource({ from, startMs: givenMs }: ImportConfig, limitations: ImportLimitations): Promise<Source> {
  if (givenMs !== undefined) throw new ImportError("says itself when each thing happened: leave out --start");
  const outline = await summarizeAudit(from);
  const absent = missingSources(outline.listed);
  const absence =
    absent.length === 0
      ? ""
      : `holds no list of all ${absent.join(", ")}: unchanged objects are missing, and facts that depend on them stay unknown; a "kubectl get ${absent.join(",")} -A -o json" leaves the lists in the log`;
  if (outline.hole !== undefined)
    limitations.addOne(
      `no events from ${isoTime(outline.hole.fromMs)} to ${isoTime(outline.hole.toMs)}, between two of the files: a file may be missing, and changes in that time are known only if a later list shows them`,
    );
  return { startMs: outline.startMs, sources: new Set(), changes: auditChanges(from, outline, limitations), absence };
}

/** Reports whether the files are audit logs. Throws ImportError for unsupported files. */
async function isAuditLog({ from }: ImportConfig): Promise<boolean> {
  let isAudit = false;
  for (const path of from) {
    if (await isRecording(path))
      throw new ImportError(
        from.length === 1
          ? "is a recording of daemonscope already: show it with replay, or add --anonymise to write it with other words for its names"
          : "is a recording of daemonscope already: only audit logs are read together",
        path,
      );
    isAudit = from.length > 1 || (await isLineDelimited(path));
    if (from.length > 1 && statSync(path).size > 0 && !(await isLineDelimited(path)))
      throw new ImportError("is no audit log, and only those are read together", path);
  }
  return isAudit;
}

async function importInto(store: LogFileStore, config: ImportConfig, terminal: Terminal): Promise<void> {
  const { from, file } = config;
  const limitations = new ImportLimitations();
  const { startMs, sources, changes, absence } = (await isAuditLog(config))
    ? await auditSource(config, limitations)
    : await kwokSource(config, limitations, terminal);
  const [first] = from;
  const context = basename(first, extname(first));
  const others = from.length === 1 ? "" : ` and ${from.length - 1} more`;
  let broken: { readonly error: unknown } | undefined;
  const log = new ImportedLog({
    identity: { context, server: `imported from ${basename(first)}${others}`, version: undefined, simulated: false },
    fromMs: startMs,
    sources,
    build: VERSION,
    store,
    limitations,
    onBroken: (error) => {
      broken ??= { error };
    },
  });
  const progress = new ReadingProgress(terminal);
  let changeCount = 0;
  for await (const change of changes) {
    await log.apply(change);
    changeCount++;
    progress.show(() => `importing ${wordsFor(from)}: ${changeCount} changes`);
    if (terminal.stop.aborted || broken !== undefined) break;
  }
  progress.end();
  await log.end();
  const isWhole = log.segments.some((segment) => segment.isWhole);
  if (broken !== undefined) throw new UsageError(`File ${file} cannot be written: ${errorCode(broken.error)}.`);
  if (!isWhole) throw new ImportError("was not read as far as to its first change");
  if (absence !== "") terminal.warn(`${wordsFor(from)} ${absence}.`);
  for (const sentence of limitations.sentences) terminal.warn(`${wordsFor(from)}: ${sentence}.`);
  if (terminal.stop.aborted) terminal.warn(`${wordsFor(from)} was not read to its end: ${file} ends where it was interrupted.`);
  printRecordingSummary("imported", log.segments, log.state, store, terminal);
}

/** Writes the same recording with replaced names. */
async function anonymiseInto(store: LogFileStore, { from: [from] }: ImportConfig, terminal: Terminal): Promise<void> {
  const { segments, end } = await recordingIn(from, terminal);
  await writeAnonymizedFile(segments, end.state, store, terminal);
}

/** Throws UsageError for files to read that must be a mistake. */
function checkSources({ from, file }: ImportConfig): void {
  const seen = new Set<string>();
  for (const path of from) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) throw new UsageError(`There is no file ${path}.`);
    if (found.isDirectory()) throw new UsageError(`File ${path} is a folder: name a file in it.`);
    // The file is read twice, which a pipe does not allow.
    if (!found.isFile()) throw new UsageError(`File ${path} ${refusedKind(found) ?? "is a pipe, which can be read only once"}.`);
    const real = realpathSync(path);
    if (real === (existsSync(file) ? realpathSync(file) : resolve(file)))
      throw new UsageError(`File ${file} is what is read: name another file to write.`);
    if (seen.has(real)) throw new UsageError(`File ${path} is named twice.`);
    seen.add(real);
  }
}

/** Throws UsageError if the output file exists and is no recording: probably the user named only input files. */
async function checkWrittenOver({ file, overwrite }: ImportConfig): Promise<void> {
  if (!overwrite || !existsSync(file) || statSync(file).size === 0 || (await isRecording(file))) return;
  throw new UsageError(`${file} exists and is not a daemonscope recording. Name the output file last`);
}

/** `daemonscope import`: makes a recording of other programs' logs, and reports the gaps. */
export async function importRecording(config: ImportConfig, terminal: Terminal): Promise<void> {
  checkOutputFile(config);
  checkSources(config);
  await checkWrittenOver(config);
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
