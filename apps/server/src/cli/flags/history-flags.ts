import { serveCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** The storage of history, and its limits. */
export const HISTORY_FLAGS = [
  {
    name: "history-memory",
    shape: "value",
    value: "MB",
    commands: serveCommand,
    help: "megabytes of the past that are kept in memory (default 64; 0: none)",
  },
  {
    name: "history",
    shape: "value",
    value: "DIR",
    values: "files",
    commands: serveCommand,
    help: "keep the past in this folder, across restarts (default: in memory)",
  },
  {
    name: "history-size",
    shape: "value",
    value: "MB",
    commands: serveCommand,
    help: "megabytes that --history may take: the oldest goes (default 1024)",
  },
  {
    name: "history-age",
    shape: "value",
    value: "TIME",
    commands: serveCommand,
    help: "how old what --history keeps may be: 72h, 30d (default: as its size allows)",
  },
] as const satisfies readonly Flag[];
