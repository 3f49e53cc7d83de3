import type { Flag } from "./flag.ts";

/** Whether users may act on the cluster, and where actions are recorded. */
export const WRITE_FLAGS = [
  {
    name: "allow-writes",
    shape: "alone",
    commands: ["serve"],
    help: "let users change the cluster: on this machine, or with their own token (--auth token); default: read only",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ["serve"],
    help: "append each action to this file, as JSON lines (default: in the folder of --history, or in memory)",
  },
  {
    name: "write-events",
    shape: "alone",
    commands: ["serve"],
    help: "with --allow-writes: also write a Kubernetes Event on each changed object (needs create on events)",
  },
  {
    name: "allow-writes",
    shape: "alone",
    commands: ["collect"],
    help: "let users of the viewers change the cluster, with their own tokens; needs --audit (default: read only)",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ["collect"],
    help: "append each request of a user to this file, as JSON lines",
  },
] as const satisfies readonly Flag[];
