import { commandsWith } from "./commands.ts";
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
    commands: [...commandsWith("list"), "wait"],
    help: "only DaemonSets with these labels: app=agent,tier in (a,b)",
  },
  {
    name: "field-selector",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "SELECTOR",
    commands: ["explain", "status", "wait"],
    help: "only DaemonSets with these fields: metadata.name=agent, metadata.namespace!=kube-system",
  },
  {
    name: "field-selector",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "SELECTOR",
    commands: ["pods"],
    help: "only pods with these fields: spec.nodeName=n1, status.phase!=Running; metadata.name and metadata.namespace are those of the DaemonSet",
  },
  {
    name: "ignore-not-found",
    shape: "alone",
    typedOnly: true,
    commands: commandsWith("list"),
    help: "print nothing and exit with 0 if a named DaemonSet does not exist",
  },
  { name: "no-headers", shape: "alone", typedOnly: true, commands: commandsWith("table"), help: "print a table without its header" },
  {
    name: "show-labels",
    shape: "alone",
    typedOnly: true,
    commands: commandsWith("list"),
    help: "add the labels of the DaemonSets to a table",
  },
  {
    name: "label-columns",
    short: "L",
    shape: "value",
    many: true,
    typedOnly: true,
    value: "LABEL",
    commands: commandsWith("list"),
    help: "add a column with this label of the DaemonSets to a table; comma-separated and repeatable",
  },
  {
    name: "sort-by",
    shape: "value",
    emptyIsUnset: true,
    typedOnly: true,
    value: "COLUMN",
    commands: commandsWith("table"),
    help: "sort by a column (READY), or by a field of -o json (.reported.numberReady)",
  },
] as const satisfies readonly Flag[];
