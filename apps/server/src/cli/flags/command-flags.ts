import { allCommands, queryCommands, recordCommand, recordCommands, serverCommands, simulateCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";
import { OUTPUT_FORMATS } from "./output-format.ts";

/** Flags of one or a few commands that fit no other group, and flags of all commands. */
export const COMMAND_FLAGS = [
  { name: "watch", short: "w", shape: "alone", typedOnly: true, commands: ["status"], help: "go on, and print each change" },
  {
    name: "for",
    shape: "value",
    value: "STATE",
    values: ["complete", "updated"],
    commands: ["wait"],
    help: "complete (default: as kubectl rollout status), or updated: every pod of the new revision",
  },
  {
    name: "for",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: recordCommand,
    help: "how long to record: 90s, 10m (default: until Ctrl-C)",
  },
  { name: "overwrite", shape: "alone", typedOnly: true, commands: recordCommands, help: "overwrite a file that exists" },
  {
    name: "anonymise",
    shape: "alone",
    typedOnly: true,
    commands: recordCommands,
    help: "write other words for names, labels and images; import reads a recording of daemonscope for it",
  },
  {
    name: "start",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["import"],
    help: "start time of a recording of kwok, which does not contain it: 2026-01-31T12:00:00Z (default: derived from its objects)",
  },
  { name: "timeout", shape: "value", value: "TIME", commands: ["wait"], help: "how long to wait: 90s, 10m (default); 0 is for ever" },
  {
    name: "require-nodes",
    shape: "alone",
    typedOnly: true,
    commands: ["wait"],
    help: "end with 8 if no node matches the DaemonSet, instead of a warning",
  },
  {
    name: "output",
    short: "o",
    shape: "value",
    emptyIsUnset: true,
    value: "FORMAT",
    values: OUTPUT_FORMATS,
    commands: [...queryCommands, "version"],
    help: "table, wide, json or yaml",
  },
  {
    name: "write-kubeconfig",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: simulateCommand,
    help: "write a kubeconfig for the simulated cluster",
  },
  { name: "list", shape: "alone", commands: simulateCommand, help: "list the scenarios, and end" },
  { name: "clock", shape: "value", value: "manual", commands: serverCommands },
  { name: "help", short: "h", shape: "alone", commands: allCommands, help: "print this, and end" },
  { name: "version", short: "V", shape: "alone", commands: allCommands, help: "print the version, and end" },
] as const satisfies readonly Flag[];
