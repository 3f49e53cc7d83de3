import { basename } from "node:path";

/**
 * Returns the words by which users call the program whose file is `script`. kubectl calls its plugins and their
 * completions by these file names.
 */
export function programName(script = ""): string {
  return /^kubectl(?:_complete)?-daemonscope$/.test(basename(script)) ? "kubectl daemonscope" : "daemonscope";
}

/** The words by which users call this process. */
export const PROGRAM = programName(process.argv[1]);
