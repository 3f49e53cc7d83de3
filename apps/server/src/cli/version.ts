import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { pageFolder } from "../platform/page-folder.ts";
import { readBuildId } from "../platform/read-build-id.ts";
import { VERSION } from "../platform/version.ts";
import type { OutputFormat } from "./flags/output-format.ts";
import { formatForMachine } from "./print/machine-format.ts";
import type { Terminal } from "./terminal/terminal.ts";

function builtPage(): string | undefined {
  try {
    return readFileSync(join(pageFolder(import.meta.url), "index.html"), "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Prints `daemonscope version`: the version, the build id and the schema with which the server's stream begins, and the
 * Node.js version.
 */
export function version(format: OutputFormat, terminal: Terminal): void {
  const info = {
    ...answerHead("Version"),
    version: VERSION,
    build: readBuildId(VERSION, builtPage()),
    schema: WIRE_SCHEMA,
    node: process.version,
  };
  if (format === "json" || format === "yaml") return terminal.write(formatForMachine(format, info));
  const rows = [
    ["daemonscope", info.version],
    ["build", info.build],
    ["wire schema", String(info.schema)],
    ["node", info.node],
  ] as const;
  for (const [name, value] of rows) terminal.print(`${name.padEnd(15)}${value}`);
}
