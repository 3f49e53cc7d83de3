import { followCommands, listCommands, queryCommands } from "./commands-of-flag.ts";
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
    commands: queryCommands,
    help: "namespace of the DaemonSets (default: that of the context)",
  },
  {
    name: "all-namespaces",
    short: "A",
    shape: "alone",
    commands: [...listCommands, "history"],
    help: "DaemonSets of all namespaces",
  },
] as const satisfies readonly Flag[];
