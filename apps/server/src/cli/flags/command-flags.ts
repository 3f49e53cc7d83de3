import { allCommands, recordCommand, recordCommands, serverCommands, simulateCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";
import { OUTPUT_FORMATS } from "./output-format.ts";

/** Flags of one or a few commands that fit no other group, and flags of all commands. */
export const COMMAND_FLAGS = [
  { name: "watch", short: "w", shape: "alone", typedOnly: true, commands: ["status"], help: "print each change until Ctrl-C" },
  {
    name: "output-watch-events",
    shape: "alone",
    typedOnly: true,
    commands: ["status"],
    help: "with --watch: print ADDED, MODIFIED or DELETED with each change",
  },
  {
    name: "for",
    shape: "value",
    value: "STATE",
    values: ["complete", "updated"],
    commands: ["wait"],
    help: "state to wait for: complete (default: as kubectl rollout status), or updated (each pod has the new revision)",
  },
  {
    name: "for",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: recordCommand,
    help: "duration of the recording: 90s, 10m (default: until Ctrl-C)",
  },
  { name: "overwrite", shape: "alone", typedOnly: true, commands: recordCommands, help: "overwrite an existing file" },
  {
    name: "anonymise",
    shape: "alone",
    typedOnly: true,
    commands: recordCommands,
    help: "replace names, labels and images by other words; import then reads a recording of daemonscope",
  },
  {
    name: "start",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["import"],
    help: "start of a recording of kwok: 2026-01-31T12:00:00Z (default: derived from its objects)",
  },
  { name: "timeout", shape: "value", value: "TIME", commands: ["wait"], help: "time to wait: 90s, 10m (default); 0 waits forever" },
  {
    name: "require-nodes",
    shape: "alone",
    typedOnly: true,
    commands: ["wait"],
    help: "exit with 8 if no node matches the DaemonSet (default: a warning)",
  },
  {
    name: "output",
    short: "o",
    shape: "value",
    emptyIsUnset: true,
    value: "FORMAT",
    values: OUTPUT_FORMATS,
    commands: ["wait", "diff", "what-if", "version"],
    help: "format of the answer: table, wide, json or yaml",
  },
  {
    name: "write-kubeconfig",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: simulateCommand,
    help: "write a kubeconfig for the simulated cluster",
  },
  { name: "list", shape: "alone", commands: simulateCommand, help: "list the scenarios" },
  { name: "clock", shape: "value", value: "manual", commands: serverCommands },
  { name: "help", short: "h", shape: "alone", commands: allCommands, help: "show this help" },
  { name: "version", short: "V", shape: "alone", commands: allCommands, help: "print the version" },
] as const satisfies readonly Flag[];
