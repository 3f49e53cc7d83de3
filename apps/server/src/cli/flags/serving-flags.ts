import { commandsWith } from "./commands.ts";
import type { Flag } from "./flag.ts";
import { LOG_LEVELS } from "./log-level.ts";

/** The content of the page, and settings of its server. */
export const SERVING_FLAGS = [
  {
    name: "show-env-values",
    shape: "alone",
    commands: ["serve", "diff"],
    help: "show environment values, arguments and commands in comparisons (default: hidden)",
  },
  {
    name: "no-logs",
    shape: "alone",
    commands: ["serve"],
    help: "hide container logs (default: shown if the user may read them)",
  },
  {
    name: "pod-workers",
    shape: "value",
    value: "N",
    commands: commandsWith("watches"),
    help: "read pods in N threads, split by the API server's shards or by namespace (default: one thread for all)",
  },
  { name: "no-open", shape: "alone", commands: commandsWith("page"), help: "do not open a browser" },
  {
    name: "log-level",
    shape: "value",
    value: "LEVEL",
    values: LOG_LEVELS,
    commands: commandsWith("page"),
    help: "JSON logs on stderr: silent (default), error, warn, info, debug",
  },
  { name: "print-config", shape: "alone", commands: ["serve"], help: "print the resulting settings as JSON" },
] as const satisfies readonly Flag[];
