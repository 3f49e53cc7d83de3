import type { Flag } from "./flag.ts";

/** The filters of pods. */
export const PODS_FLAGS = [
  { name: "old", shape: "alone", typedOnly: true, commands: ["pods"], help: "only pods of an old revision" },
  {
    name: "misscheduled",
    shape: "alone",
    typedOnly: true,
    commands: ["pods"],
    help: "only pods on nodes that do not want them",
  },
  { name: "not-ready", shape: "alone", typedOnly: true, commands: ["pods"], help: "only pods that are not Ready" },
  {
    name: "failing",
    shape: "alone",
    typedOnly: true,
    commands: ["pods"],
    help: "only pods with a problem that waiting alone does not end",
  },
  {
    name: "missing",
    shape: "alone",
    typedOnly: true,
    commands: ["pods"],
    help: "nodes that want a pod and have none, instead of pods",
  },
] as const satisfies readonly Flag[];
