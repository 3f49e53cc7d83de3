import { explainCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** The input of explain. */
export const EXPLAIN_FLAGS = [
  {
    name: "node",
    shape: "value",
    typedOnly: true,
    value: "NAME",
    values: "nodes",
    commands: explainCommand,
    help: "only this node; with one DaemonSet, the whole proof",
  },
  {
    name: "nodes",
    shape: "value",
    value: "FILE",
    values: "files",
    typedOnly: true,
    commands: explainCommand,
    help: "read the nodes from a file, YAML or JSON; - is stdin",
  },
  {
    name: "daemonset",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: explainCommand,
    help: "read the DaemonSets from a file; - is stdin",
  },
] as const satisfies readonly Flag[];
