import { type CommandName, hasTrait, queryCommands } from "./commands.ts";

interface ExitCodeHelp {
  readonly code: string;
  readonly commands: readonly CommandName[];
  readonly meaning: string;
}

/** Exit codes of commands whose code is an answer, in the order of help. */
export const EXIT_CODE_HELP: readonly ExitCodeHelp[] = [
  { code: "0", commands: queryCommands.filter((command) => command !== "wait" && command !== "diff"), meaning: "success" },
  { code: "0", commands: ["wait"], meaning: "the rollout is complete" },
  { code: "0", commands: ["diff"], meaning: "no differences" },
  { code: "1", commands: ["diff"], meaning: "something differs" },
  { code: "2", commands: queryCommands, meaning: "usage, file or connection error (see stderr)" },
  { code: "2", commands: ["audit"], meaning: "with --fail-on: there is no DaemonSet to audit" },
  { code: "3", commands: ["wait"], meaning: "the rollout is stuck; the cause is printed" },
  { code: "4", commands: ["wait"], meaning: "the timeout is over" },
  { code: "5", commands: ["wait"], meaning: "the DaemonSet is gone" },
  { code: "6", commands: ["what-if"], meaning: "nodes would lose an agent; the nodes and the reason are printed" },
  { code: "7", commands: ["what-if"], meaning: "with --strict or --fail-on refused: the API server would refuse a manifest" },
  { code: "8", commands: ["wait"], meaning: "with --require-nodes: no node matches the DaemonSet; the reason is printed" },
  { code: "8", commands: ["what-if"], meaning: "with --fail-on nowhere: no node would run a DaemonSet" },
  { code: "9", commands: ["what-if"], meaning: "with --fail-on noroom: pods would not fit" },
  { code: "10", commands: ["what-if"], meaning: "with --fail-on misscheduled: more pods would be misscheduled" },
  { code: "11", commands: ["audit"], meaning: "with --fail-on: a finding matches" },
  { code: "130", commands: queryCommands, meaning: "ended by Ctrl-C (143: SIGTERM, 129: SIGHUP)" },
  { code: "141", commands: queryCommands.filter((command) => !hasTrait(command, "outlivesReader")), meaning: "output pipe closed" },
];
