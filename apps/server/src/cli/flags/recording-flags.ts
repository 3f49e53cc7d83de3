import { commandsWith } from "./commands.ts";
import type { Flag } from "./flag.ts";
import { outputCommands } from "./output-format.ts";

/** The source of a query instead of a cluster, its moment, and the schema of its answer. */
export const RECORDING_FLAGS = [
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: commandsWith("readsRecording"),
    help: "read a recording instead of a cluster, or an engine: nats://HOST:4222 or tls://HOST:4222",
  },
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: ["history"],
    help: "read a recording instead of the events that a cluster still has",
  },
  {
    name: "since",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["history"],
    help: "begin with this time: 30m before the end, local 02:14, or 2026-01-31T12:00:00Z (default: everything)",
  },
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "URL",
    commands: ["wait", "diff"],
    help: "read the clusters of an engine: nats://HOST:4222 or tls://HOST:4222",
  },
  {
    name: "at",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: commandsWith("readsRecording"),
    help: "time in the recording: 2026-01-31T12:00:00Z, local 02:14, or 30m before its end (default: its end)",
  },
  {
    name: "schema",
    shape: "alone",
    typedOnly: true,
    commands: outputCommands,
    help: "print the JSON schema of -o json",
  },
] as const satisfies readonly Flag[];
