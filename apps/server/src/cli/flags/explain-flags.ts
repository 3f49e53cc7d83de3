import type { Flag } from "./flag.ts";

/** The input of explain. */
export const EXPLAIN_FLAGS = [
  {
    name: "node",
    shape: "value",
    typedOnly: true,
    value: "NAME",
    values: "nodes",
    commands: ["explain"],
    help: "only this node; with one DaemonSet, the whole proof",
  },
  {
    name: "nodes",
    shape: "value",
    value: "FILE",
    values: "files",
    typedOnly: true,
    commands: ["explain"],
    help: "read the nodes from a file, YAML or JSON; - is stdin",
  },
  {
    name: "filename",
    short: "f",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "FILE",
    values: "files",
    commands: ["explain"],
    help: "read the DaemonSets from a file or directory, YAML or JSON; - is stdin; repeatable",
  },
  {
    name: "daemonset",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "FILE",
    values: "files",
    commands: ["explain"],
    help: "the former name of --filename",
  },
  {
    name: "excluded",
    shape: "alone",
    typedOnly: true,
    commands: ["explain"],
    help: "only nodes that get no new pod, grouped by reason; -o wide lists them",
  },
  {
    name: "missing",
    shape: "alone",
    typedOnly: true,
    commands: ["explain"],
    help: "only nodes that want a pod and have none, grouped by reason; -o wide lists them",
  },
] as const satisfies readonly Flag[];
