import { collectCommand, serveCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** Whether users may act on the cluster, and where actions are recorded. */
export const WRITE_FLAGS = [
  {
    name: "allow-writes",
    shape: "alone",
    commands: serveCommand,
    help: "let people act on the cluster: on this machine, or with their own token (--auth token); default: it is only read",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serveCommand,
    help: "append each action to this file, as JSON lines (default: next to --history, else in memory)",
  },
  {
    name: "write-events",
    shape: "alone",
    commands: serveCommand,
    help: "with --allow-writes: also write a Kubernetes Event on each object that an action changes (needs create on events)",
  },
  {
    name: "allow-writes",
    shape: "alone",
    commands: collectCommand,
    help: "let people act on the cluster through its viewers, with their own tokens; needs --audit (default: it is only read)",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: collectCommand,
    help: "append each request that is sent for a user to this file, as JSON lines",
  },
] as const satisfies readonly Flag[];
