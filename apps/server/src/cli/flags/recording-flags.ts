import { explainCommand, whatIfCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** The source of a query instead of a cluster, its moment, and the schema of its answer. */
export const RECORDING_FLAGS = [
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: ["explain", "status", "what-if"],
    help: "ask a recording instead of a cluster, or what an engine holds: nats://HOST:4222, tls://…",
  },
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "URL",
    commands: ["wait", "diff"],
    help: "ask the clusters whose logs an engine holds: nats://HOST:4222, tls://…",
  },
  {
    name: "at",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["explain", "status", "what-if"],
    help: "the moment of --from: 2026-01-31T12:00:00Z (default: its end)",
  },
  {
    name: "schema",
    shape: "alone",
    typedOnly: true,
    commands: [...explainCommand, ...whatIfCommand],
    help: "print the JSON schema of -o json, and end",
  },
] as const satisfies readonly Flag[];
