import type { Flag } from "./flag.ts";
import { explain } from "./takers.ts";

/** The input of explain. */
export const EXPLAIN_FLAGS = [
  {
    name: "node",
    shape: "value",
    typedOnly: true,
    value: "NAME",
    values: "nodes",
    commands: explain,
    help: "only this node; with a DaemonSet, the whole proof",
  },
  {
    name: "nodes",
    shape: "value",
    value: "FILE",
    values: "files",
    typedOnly: true,
    commands: explain,
    help: "take the nodes from a file, YAML or JSON; - is stdin",
  },
  {
    name: "daemonset",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: explain,
    help: "take the DaemonSets from a file: with the cluster's nodes, what it would do there",
  },
] as const satisfies readonly Flag[];
