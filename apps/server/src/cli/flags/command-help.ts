import type { CommandName } from "./command-names.ts";

interface CommandHelp {
  /** The command line after the program's name. */
  readonly usage: string;
  readonly help: string;
  /** A shorter text, for completions. */
  readonly about: string;
}

/** Texts of each command, in the order of help. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  serve: { usage: "[serve] [flags]", help: "watch a cluster and serve the dashboard", about: "watch a cluster and serve the dashboard" },
  explain: {
    usage: "explain [ds/NAME] [flags]",
    help: "why a node has a DaemonSet's pod or not: the controller's checks, one by one",
    about: "why a node has a DaemonSet's pod or not",
  },
  status: {
    usage: "status [ds/NAME] [flags]",
    help: "the counts in kubectl's columns, the budget, who holds it and what is wrong",
    about: "counts, budget and what is wrong",
  },
  wait: {
    usage: "wait ds/NAME [flags]",
    help: "wait for a rollout, and end at once when it is stuck",
    about: "wait for a rollout, and end at once when it is stuck",
  },
  diff: {
    usage: "diff ds/NAME [flags]",
    help: "how its template differs between clusters, in words and as YAML",
    about: "how a DaemonSet differs between clusters",
  },
  "what-if": {
    usage: "what-if [STEP] [flags]",
    help: "what changes would do to every node, before they are made",
    about: "what changes would do, before they are made",
  },
  simulate: {
    usage: "simulate [SCENARIO] [flags]",
    help: "serve a simulated cluster's Kubernetes API, for kubectl and others",
    about: "serve a simulated cluster's Kubernetes API",
  },
  record: {
    usage: "record FILE [flags]",
    help: "write down what a cluster does, until Ctrl-C: a file for replay",
    about: "write down what a cluster does, for replay",
  },
  replay: {
    usage: "replay FILE [flags]",
    help: "show a recording as a page, without a cluster",
    about: "show a recording as a page, without a cluster",
  },
  import: {
    usage: "import RECORDING... FILE",
    help: "make a recording of Kubernetes audit logs, or of what kwokctl recorded",
    about: "make a recording of what others wrote down",
  },
  collect: {
    usage: "collect --to URL [flags]",
    help: "write a cluster's log into an engine (NATS JetStream), for serve --from",
    about: "write a cluster's log into an engine",
  },
  version: {
    usage: "version [flags]",
    help: "which build this is, and which schema it speaks with the page",
    about: "which build this is",
  },
  completion: {
    usage: "completion SHELL",
    help: "a script that completes commands in bash, zsh or fish",
    about: "a script that completes commands",
  },
};
