import { clientCommands, pageCommands, serveCommand, watchCommands } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";
import { LOG_LEVELS } from "./log-level.ts";

/** The content of the page, settings of its server, and the feature gates of the cluster. */
export const SERVING_FLAGS = [
  {
    name: "show-env-values",
    shape: "alone",
    commands: ["serve", "diff"],
    help: "show environment values, arguments and commands where revisions are compared (default: hidden)",
  },
  {
    name: "no-logs",
    shape: "alone",
    commands: serveCommand,
    help: "do not show what containers write (default: shown where the cluster lets this user read it)",
  },
  {
    name: "pod-workers",
    shape: "value",
    value: "N",
    commands: watchCommands,
    help: "read pods in N threads, each a part: by the API server's shards, else by namespace (default: in the one that has the model)",
  },
  { name: "no-open", shape: "alone", commands: pageCommands, help: "do not open a browser" },
  {
    name: "log-level",
    shape: "value",
    value: "LEVEL",
    values: LOG_LEVELS,
    commands: pageCommands,
    help: "JSON logs on stderr: silent (default), error, warn, info, debug",
  },
  { name: "print-config", shape: "alone", commands: serveCommand, help: "print the settings that would be used, and end" },
  {
    name: "feature-gate",
    shape: "value",
    value: "NAME=true",
    values: ["TaintTolerationComparisonOperators=true"],
    many: true,
    commands: clientCommands,
    help: "a gate that the cluster has set: TaintTolerationComparisonOperators; may be repeated",
  },
] as const satisfies readonly Flag[];
