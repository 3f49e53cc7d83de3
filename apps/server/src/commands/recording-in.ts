import { readFileSync } from "node:fs";
import { UsageError } from "../command-line/usage-error.ts";
import { LogFileError, type RecordedLog, readLogFile } from "../log/log-file.ts";
import type { Terminal } from "./terminal.ts";

const ENGINE = /^(?:nats|tls|wss?):\/\//;

/** Reads a recording, and says where its end is cut off (L4). Throws UsageError with what is wrong with the file. */
export async function recordingIn(file: string, terminal: Terminal): Promise<RecordedLog> {
  if (ENGINE.test(file))
    throw new UsageError(
      `This command asks a recording, and ${file} is an engine: see its clusters with daemonscope serve --from ${file}.`,
    );
  try {
    const recording = await readLogFile(readFileSync(file));
    const { tornBytes, end } = recording;
    if (tornBytes > 0)
      terminal.warn(
        `The last ${tornBytes} bytes of ${file} are damaged or cut off: it is read up to where it is sound, ${new Date(end.atMs).toISOString()}.`,
      );
    if (end.differsSinceMs !== undefined)
      terminal.warn(
        `Another version of daemonscope wrote ${file}: from ${new Date(end.differsSinceMs).toISOString()} on this one judges some of it otherwise.`,
      );
    return recording;
  } catch (error) {
    if (error instanceof LogFileError) throw new UsageError(`File ${file} ${error.message}.`);
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UsageError(code === "ENOENT" ? `There is no file ${file}.` : `File ${file} cannot be read: ${code}.`);
  }
}
