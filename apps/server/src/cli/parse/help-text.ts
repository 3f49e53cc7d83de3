import { COMMANDS, type CommandName } from "../flags/command-names.ts";
import type { Flag } from "../flags/flag.ts";
import { FLAGS } from "../flags/flags.ts";

function flagLine(flag: Flag): string {
  const value = flag.value === undefined ? "" : flag.shape === "maybe" ? `[=${flag.value}]` : ` ${flag.value}`;
  const words = `${flag.short === undefined ? "    " : `-${flag.short}, `}--${flag.name}${value}`;
  return `  ${words.padEnd(34)} ${flag.help ?? ""}`;
}

const QUESTIONS: readonly CommandName[] = ["explain", "status", "wait", "diff", "what-if"];
const LOADING = [
  "It is loaded by a line in the file with which the shell begins:",
  "  bash  ~/.bashrc                    source <(daemonscope completion bash)",
  "  zsh   ~/.zshrc, after compinit     source <(daemonscope completion zsh)",
  "  fish  ~/.config/fish/config.fish   daemonscope completion fish | source",
  "kubectl daemonscope is completed by kubectl itself, which finds kubectl_complete-daemonscope on the path.",
];
const EXIT_CODES = [
  "Exit codes of explain, status, wait, diff and what-if:",
  "  0    success; wait: the rollout is complete; diff: nothing differs",
  "  1    diff: something differs",
  "  2    the question or the way to the cluster is wrong; one sentence on stderr says how; of several clusters: one could not be asked",
  "  3    wait: the rollout is stuck; the cause is printed",
  "  4    wait: the time is over",
  "  5    wait: the DaemonSet is gone",
  "  6    what-if: nodes would lose an agent; which and why is printed",
  "  130  ended by Ctrl-C; 143 by SIGTERM, 129 by SIGHUP",
  "  141  explain, status, diff and what-if: the reader of the output is gone",
];

/** Returns the output of `--help`, for one command or for all. */
export function helpText(version: string, command?: CommandName): string {
  const flagLines = (command: CommandName) =>
    (FLAGS as readonly Flag[]).filter((flag) => flag.help !== undefined && flag.commands.includes(command)).map(flagLine);
  return [
    `daemonscope ${version}: a live dashboard for Kubernetes DaemonSets`,
    "",
    "Usage:",
    "  daemonscope [serve] [flags]              watch a cluster and serve the dashboard",
    "  daemonscope explain [ds/NAME] [flags]    why a node has a DaemonSet's pod or not: the controller's checks, one by one",
    "  daemonscope status [ds/NAME] [flags]     the counts in kubectl's columns, the budget, who holds it and what is wrong",
    "  daemonscope wait ds/NAME [flags]         wait for a rollout, and end at once when it is stuck",
    "  daemonscope diff ds/NAME [flags]         how its template differs between clusters, in words and as YAML",
    "  daemonscope what-if [STEP] [flags]       what changes would do to every node, before they are made",
    "  daemonscope simulate [SCENARIO] [flags]  serve a simulated cluster's Kubernetes API, for kubectl and others",
    "  daemonscope record FILE [flags]          write down what a cluster does, until Ctrl-C: a file for replay",
    "  daemonscope replay FILE [flags]          show a recording as a page, without a cluster",
    "  daemonscope import RECORDING... FILE     make a recording of Kubernetes audit logs, or of what kwokctl recorded",
    "  daemonscope collect --to URL [flags]     write a cluster's log into an engine (NATS JetStream), for serve --from",
    "  daemonscope version [flags]              which build this is, and which schema it speaks with the page",
    "  daemonscope completion SHELL             a script that completes commands in bash, zsh or fish",
    "",
    ...(command === undefined ? COMMANDS : [command]).flatMap((each) => [`Flags of ${each}:`, ...flagLines(each), ""]),
    ...(command === undefined || QUESTIONS.includes(command) ? [...EXIT_CODES, ""] : []),
    ...(command === "completion" ? [...LOADING, ""] : []),
    "Each flag can be set in the environment too: --log-level is DAEMONSCOPE_LOG_LEVEL.",
    "The cluster is, in this order: --simulate, --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account, a simulated one.",
    "",
  ].join("\n");
}
