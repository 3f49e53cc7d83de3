import type { Flag } from "./flag.ts";

/** The storage of history, and its limits. */
export const HISTORY_FLAGS = [
  {
    name: "history-memory",
    shape: "value",
    value: "MB",
    commands: ["serve"],
    help: "megabytes of history in memory (default 64; 0: no history)",
  },
  {
    name: "history",
    shape: "value",
    value: "DIR",
    values: "files",
    commands: ["serve"],
    help: "keep history in this folder, across restarts (default: in memory)",
  },
  {
    name: "history-size",
    shape: "value",
    value: "MB",
    commands: ["serve"],
    help: "megabytes of --history; the oldest is deleted (default 1024)",
  },
  {
    name: "history-age",
    shape: "value",
    value: "TIME",
    commands: ["serve"],
    help: "age of the oldest entry of --history: 72h, 30d (default: limited by its size)",
  },
] as const satisfies readonly Flag[];
