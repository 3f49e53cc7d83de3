import { readFileSync } from "node:fs";
import { LogFileError, readLogFile } from "../storage/log-file.ts";

/** A process that reads a recording. It prints the outcome and its peak memory in MB. */
const [file = ""] = process.argv.slice(2);
let outcome: string;
try {
  const { end } = await readLogFile(readFileSync(file));
  outcome = `read up to ${end.atMs}`;
} catch (error) {
  outcome = error instanceof LogFileError ? `refused: ${error.message}` : `threw ${String(error)}`;
}
// Not `maxRSS`, which starts at the memory of the parent process at the fork.
const peakKb = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
process.stdout.write(`${JSON.stringify({ outcome, mostMb: Math.round(peakKb / 1024) })}\n`);
