import { COMMAND_HELP } from "../flags/command-help.ts";
import { COMMANDS, type CommandName } from "../flags/command-names.ts";
import { queryCommands } from "../flags/commands-of-flag.ts";
import type { Flag } from "../flags/flag.ts";
import { FLAGS } from "../flags/flags.ts";

function flagLine(flag: Flag): string {
  const value = flag.value === undefined ? "" : flag.shape === "maybe" ? `[=${flag.value}]` : ` ${flag.value}`;
  const words = `${flag.short === undefined ? "    " : `-${flag.short}, `}--${flag.name}${value}`;
  return `  ${words.padEnd(34)} ${flag.help ?? ""}`;
}

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
  "  7    what-if --strict: the API server would refuse a manifest; stderr says why",
  "  8    wait --require-nodes: no node matches the DaemonSet; why is printed",
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
    ...Object.values(COMMAND_HELP).map(({ usage, help }) => `  daemonscope ${usage.padEnd(28)} ${help}`),
    "",
    ...(command === undefined ? COMMANDS : [command]).flatMap((each) => [`Flags of ${each}:`, ...flagLines(each), ""]),
    ...(command === undefined || queryCommands.includes(command) ? [...EXIT_CODES, ""] : []),
    ...(command === "completion" ? [...LOADING, ""] : []),
    "Each flag can be set in the environment too: --log-level is DAEMONSCOPE_LOG_LEVEL.",
    "The cluster is, in this order: --simulate, --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account, a simulated one.",
    "",
  ].join("\n");
}
