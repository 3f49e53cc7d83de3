import type { Flag } from "./flag.ts";
import { serve } from "./takers.ts";

/** The limits and the place of history. */
export const HISTORY_FLAGS = [
  {
    name: "history-memory",
    shape: "value",
    value: "MB",
    commands: serve,
    help: "megabytes of the past that are kept in memory (default 64; 0: none)",
  },
  {
    name: "history",
    shape: "value",
    value: "DIR",
    values: "files",
    commands: serve,
    help: "keep the past in this folder, across restarts (default: in memory)",
  },
  {
    name: "history-size",
    shape: "value",
    value: "MB",
    commands: serve,
    help: "megabytes that --history may take: the oldest goes (default 1024)",
  },
  {
    name: "history-age",
    shape: "value",
    value: "TIME",
    commands: serve,
    help: "how old what --history keeps may be: 72h, 30d (default: as its size allows)",
  },
] as const satisfies readonly Flag[];
