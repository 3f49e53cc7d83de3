import { followCommands, listCommands, queryCommands, whatIfCommand } from "./commands-of-flag.ts";
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
    commands: followCommands,
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
    commands: whatIfCommand,
    help: "only effects in this namespace (default: all); also that of names and manifests without one",
  },
  {
    name: "all-namespaces",
    short: "A",
    shape: "alone",
    commands: [...listCommands, ...whatIfCommand, "history", "wait"],
    help: "DaemonSets of all namespaces",
  },
] as const satisfies readonly Flag[];
