import { commandsWith, queryCommands } from "./commands.ts";
import type { Flag } from "./flag.ts";

/** The namespace of the DaemonSets. */
export const NAMESPACE_FLAGS = [
  {
    name: "namespace",
    short: "n",
    shape: "value",
    emptyIsUnset: true,
    value: "NAME",
    values: "namespaces",
    commands: commandsWith("follows"),
    help: "only DaemonSets of this namespace (default: all)",
  },
  {
    name: "namespace",
    short: "n",
    shape: "value",
    emptyIsUnset: true,
    value: "NAME",
    values: "namespaces",
    commands: queryCommands.filter((command) => command !== "what-if"),
    help: "namespace of the DaemonSets (default: that of the context)",
  },
  {
    name: "namespace",
    short: "n",
    shape: "value",
    emptyIsUnset: true,
    value: "NAME",
    values: "namespaces",
    commands: ["what-if"],
    help: "only effects in this namespace (default: all); also that of names and manifests without one",
  },
  {
    name: "all-namespaces",
    short: "A",
    shape: "alone",
    commands: [...commandsWith("list"), "what-if", "history", "wait"],
    help: "DaemonSets of all namespaces",
  },
] as const satisfies readonly Flag[];
