import type { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { FileRefused, readSmallFile, refusedKind } from "@daemonscope/kube-client/connect/small-file";
import { LogFileError, type RecordedLog, readLogFile } from "../../history/storage/log-file.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { ReadingProgress } from "../open/reading-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

const ENGINE = /^(?:nats|tls|wss?):\/\//;

const MB = 1024 * 1024;
/** Above the longest recording that is passed through a pipe. */
const PIPE_LIMIT_BYTES = 512 * MB;

/**
 * Returns the content of a regular file, or of a pipe. Throws FileRefused for a device or a folder, and the error of
 * the file system.
 */
function recordedBytes(file: string): Buffer {
  const stats = statSync(file);
  const refused = refusedKind(stats);
  if (refused !== undefined) throw new FileRefused(refused);
  return stats.isFIFO() ? readSmallFile(file, { limitBytes: PIPE_LIMIT_BYTES, acceptsPipe: true }) : readFileSync(file);
}

/** Reads a recording, and warns if its end is cut off (L4). Throws UsageError with the problem of the file. */
export async function recordingIn(file: string, terminal: Terminal): Promise<RecordedLog> {
  if (ENGINE.test(file))
    throw new UsageError(`This command asks a recording, and ${file} is an engine: see its clusters with ${PROGRAM} serve --from ${file}.`);
  try {
    const bytes = recordedBytes(file);
    const progress = new ReadingProgress(terminal);
    const recording = await readLogFile(bytes, (part) =>
      progress.show(() => `reading ${escapeControl(file)}: ${Math.round(part * 100)} % of ${Math.ceil(bytes.length / MB)} MB`),
    ).finally(() => progress.end());
    const { tornBytes, end } = recording;
    if (tornBytes > 0)
      terminal.warn(
        `The last ${tornBytes} bytes of ${file} are damaged or cut off: it is read up to where it is sound, ${new Date(end.atMs).toISOString()}.`,
      );
    if (end.differsSinceMs !== undefined)
      terminal.warn(
        `From ${new Date(end.differsSinceMs).toISOString()} on, this daemonscope judges parts of ${file} otherwise than the one that wrote it.`,
      );
    return recording;
  } catch (error) {
    if (error instanceof LogFileError || (error instanceof FileRefused && error.code === undefined))
      throw new UsageError(`File ${file} ${error.message}.`);
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UsageError(code === "ENOENT" ? `There is no file ${file}.` : `File ${file} cannot be read: ${code}.`);
  }
}
