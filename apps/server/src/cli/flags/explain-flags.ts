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
    help: "only this node; with a DaemonSet, the whole proof",
  },
  {
    name: "nodes",
    shape: "value",
    value: "FILE",
    values: "files",
    typedOnly: true,
    commands: explainCommand,
    help: "take the nodes from a file, YAML or JSON; - is stdin",
  },
  {
    name: "daemonset",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: explainCommand,
    help: "take the DaemonSets from a file: with the cluster's nodes, what it would do there",
  },
] as const satisfies readonly Flag[];
