import { listCommands, tableCommands } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** Selection and order of the rows of a list, as in `kubectl get`. */
export const LIST_FLAGS = [
  {
    name: "selector",
    short: "l",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "SELECTOR",
    commands: listCommands,
    help: "only DaemonSets with these labels: app=agent,tier in (a,b)",
  },
  {
    name: "field-selector",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "SELECTOR",
    commands: listCommands,
    help: "only DaemonSets with these fields: metadata.name=agent, metadata.namespace!=kube-system",
  },
  { name: "no-headers", shape: "alone", typedOnly: true, commands: tableCommands, help: "print a table without its header" },
  {
    name: "show-labels",
    shape: "alone",
    typedOnly: true,
    commands: listCommands,
    help: "add the labels of the DaemonSets to a table",
  },
  {
    name: "sort-by",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "COLUMN",
    commands: tableCommands,
    help: "sort by a column (READY), or by a field of -o json (.reported.numberReady)",
  },
] as const satisfies readonly Flag[];
