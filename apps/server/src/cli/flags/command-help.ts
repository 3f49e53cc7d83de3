import type { CommandName } from "./commands.ts";

/** A line that works, and the question that it answers. The line calls the program `daemonscope`. */
interface Example {
  readonly about: string;
  readonly line: string;
}

export interface CommandHelp {
  readonly group: CommandGroup;
  /** The command line after the program's name. */
  readonly usage: string;
  /** At most 63 characters: the list of commands has 80 columns. */
  readonly about: string;
  /** Paragraphs. Lines that start with two spaces are printed unchanged. */
  readonly description: readonly string[];
  /** Two to five. */
  readonly examples: readonly Example[];
}

/** Groups of the list of commands, in its order. */
export const COMMAND_GROUPS = {
  daemonSets: "DaemonSets",
  dashboard: "Dashboard",
  recordings: "Recordings and simulated clusters",
  other: "Other",
} as const;
type CommandGroup = keyof typeof COMMAND_GROUPS;

/** Texts of each command, in the order of the list of commands. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  status: {
    group: "daemonSets",
    usage: "status [ds/NAME...]",
    about: "Show counts in kubectl's columns, the budget and what is wrong",
    description: [
      "Print the columns of `kubectl get daemonsets`, then misscheduled pods, the slots of the update budget, and the concern: what is wrong, who ends it, and what helps.",
      "With the name of a DaemonSet, also print the sentence of `kubectl rollout status`, who holds each slot, and counts that differ from the derived ones.",
    ],
    examples: [
      { about: "All DaemonSets of the cluster", line: "daemonscope status -A" },
      { about: "Follow a rollout: one line for each change", line: "daemonscope status ds/fluent-bit -n logging --watch" },
      { about: "The state of two clusters in one table", line: "daemonscope status -A --context prod-eu --context prod-us" },
      { about: "The state during an incident", line: "daemonscope status -A --from night.dslog --at 2026-01-31T02:14:00Z" },
    ],
  },
  explain: {
    group: "daemonSets",
    usage: "explain [ds/NAME...]",
    about: "Explain why a node has a DaemonSet's pod, or why it has none",
    description: [
      "Print the checks of the DaemonSet controller for each node and DaemonSet, in the controller's order. One node with one DaemonSet gives the cause and the whole proof; otherwise each pair is one line.",
      "With -f and --nodes the objects come from files: what a manifest would do in the cluster, or which pods a new node would get.",
    ],
    examples: [
      { about: "Why a node lacks the agent", line: "daemonscope explain ds/fluent-bit -n logging --node worker-1" },
      { about: "Each node, and what decides", line: "daemonscope explain ds/fluent-bit -n logging" },
      { about: "Which nodes a manifest would select, before it is applied", line: "daemonscope explain -f ds.yaml" },
      { about: "The same from files only, without a cluster", line: "daemonscope explain -f ds.yaml --nodes nodes.yaml -o json" },
    ],
  },
  pods: {
    group: "daemonSets",
    usage: "pods [ds/NAME...]",
    about: "List daemon pods with revision, state and cause",
    description: [
      "Print the pods of DaemonSets with node, revision, readiness, state, cause and age. All given filters must match. With --missing, print the nodes that want a pod and have none.",
    ],
    examples: [
      { about: "Delete the pods of an old revision", line: "daemonscope pods ds/agent --old -o name | xargs -r kubectl delete" },
      { about: "Pods on nodes that do not want them", line: "daemonscope pods -A --misscheduled" },
      { about: "Nodes that lack an agent", line: "daemonscope pods ds/fluent-bit -n logging --missing" },
    ],
  },
  wait: {
    group: "daemonSets",
    usage: "wait ds/NAME...",
    about: "Wait for a rollout, and fail at once if it is stuck",
    description: [
      "Succeed when `kubectl rollout status` would. Fail as soon as waiting cannot help, with the node, the pod and the cause that block the rollout.",
    ],
    examples: [
      { about: "A gate after a deployment", line: "daemonscope wait ds/fluent-bit -n logging --timeout 10m" },
      { about: "Until each pod has the new revision, for OnDelete too", line: "daemonscope wait ds/fluent-bit -n logging --for updated" },
      { about: "Each DaemonSet of a Helm release", line: "daemonscope wait -l app.kubernetes.io/instance=logs -n logging" },
      { about: "Fail if no node matches the DaemonSet", line: "daemonscope wait ds/gpu-driver -n gpu --require-nodes" },
    ],
  },
  history: {
    group: "daemonSets",
    usage: "history [ds/NAME]",
    about: "List what happened: rollouts, problems, taints, deletions",
    description: [
      "Print one line for each event, in local time. A recording has rollouts, problems, taints, labels, nodes, changed eligibility and deletions. A cluster has revisions, and events of about an hour.",
    ],
    examples: [
      { about: "The events of an incident", line: "daemonscope history ds/fluent-bit -n logging --from night.dslog" },
      { about: "The last half hour of a recording", line: "daemonscope history -A --from night.dslog --since 30m" },
      { about: "The events that the cluster still has", line: "daemonscope history ds/fluent-bit -n logging" },
    ],
  },
  diff: {
    group: "daemonSets",
    usage: "diff ds/NAME",
    about: "Compare a DaemonSet between clusters, revisions or with a file",
    description: [
      "Print how the DaemonSet of each cluster differs from that of the first one, in words and as YAML. Values that may be secret are hidden, but compared.",
      "With --revision, compare the templates of two revisions; with -f, the cluster with a manifest after `kubectl apply`.",
    ],
    examples: [
      { about: "Two contexts of the kubeconfig", line: "daemonscope diff ds/agent -n ops --context prod --context test" },
      { about: "All contexts", line: "daemonscope diff ds/agent -n ops --all-contexts" },
      { about: "Two revisions", line: "daemonscope diff ds/agent -n ops --revision 3 --revision 5" },
      { about: "What kubectl apply would change", line: "daemonscope diff -f ds.yaml" },
      {
        about: "Two kubeconfig files",
        line: "daemonscope diff ds/agent --kubeconfig a.yaml --kubeconfig b.yaml",
      },
    ],
  },
  "what-if": {
    group: "daemonSets",
    usage: "what-if [STEP...]",
    about: "Preview what changes would do to every node, without a change",
    description: [
      "Print the effect of steps or manifests on every DaemonSet and node once the cluster settles: pods that start, stay, restart, do not fit, or are lost. It sends only reads.",
      "A `;` separates several steps of one text. Steps run in this order: files, arguments, --step, --taint, --label, --cordon, --image.",
    ],
    examples: [
      { about: "Which agents a taint removes", line: "daemonscope what-if taint worker-1 dedicated=ml:NoExecute" },
      { about: "The same for each node of a pool", line: "daemonscope what-if --taint 'pool=gpu dedicated=ml:NoExecute'" },
      { about: "A gate for a manifest", line: "daemonscope what-if -f ds.yaml --strict" },
      { about: "A gate for a chart", line: "helm template . | daemonscope what-if -f -" },
      { about: "Two steps", line: "daemonscope what-if 'cordon n1; join 3 like n2' -o json" },
    ],
  },
  audit: {
    group: "daemonSets",
    usage: "audit [ds/NAME...]",
    about: "Find agents that an incident would hit, before it happens",
    description: [
      "Print the weaknesses of DaemonSets, the most severe first: agents that ordinary pods could keep off a node, critical agents without system-node-critical, evictions by NoExecute, OnDelete with old pods, rollouts without proof of readiness, and host ports with surge.",
      "Each finding has a reason, a remedy and a section of the docs. -o wide adds the remedy; -o json has its steps for what-if.",
    ],
    examples: [
      { about: "The whole cluster", line: "daemonscope audit -A" },
      { about: "One agent, with the remedies", line: "daemonscope audit ds/fluent-bit -n logging -o wide" },
      { about: "A gate in CI", line: "daemonscope audit -A --fail-on high,onDeleteDrift -o junit" },
      { about: "What agents cost, and what they use", line: "daemonscope audit -A --costs" },
      { about: "Room for a larger pod", line: "daemonscope audit -A --workload cpu=2,memory=4Gi" },
    ],
  },
  serve: {
    group: "dashboard",
    usage: "[serve]",
    about: "Watch a cluster and serve the dashboard (the default command)",
    description: [
      "Watch the cluster and serve the dashboard to this machine, on http://127.0.0.1:7373/ or the next free port. It only reads, unless --allow-writes is given. Without a cluster it shows a simulated one.",
    ],
    examples: [
      { about: "The cluster of the current context", line: "daemonscope" },
      { about: "Several clusters", line: "daemonscope serve --context prod-eu --context prod-us" },
      { about: "A simulated cluster with a stuck rollout", line: "daemonscope serve --simulate=bad-image" },
      { about: "With actions, and a history on disk", line: "daemonscope serve --allow-writes --history ./past" },
      {
        about: "On a fixed port, without a browser",
        line: "daemonscope --simulate=tour --port 8080 --no-open",
      },
    ],
  },
  collect: {
    group: "dashboard",
    usage: "collect --to URL",
    about: "Write a cluster's log into an engine (NATS JetStream)",
    description: [
      "Watch a cluster and write its event log into an engine: NATS with JetStream. `serve --from`, `status --from` and other commands show all clusters of the engine from any machine.",
    ],
    examples: [
      { about: "The current context", line: "daemonscope collect --to nats://nats.example:4222" },
      { about: "In the cluster, under a name", line: "daemonscope collect --to tls://nats:4222 --in-cluster --cluster prod" },
    ],
  },
  record: {
    group: "recordings",
    usage: "record FILE",
    about: "Write what a cluster does to a file, until Ctrl-C",
    description: [
      "Watch a cluster and write a recording. `replay` shows it as a page; `status`, `explain` and `what-if` read it with --from. It is also an attachment for a ticket.",
    ],
    examples: [
      { about: "Until Ctrl-C", line: "daemonscope record night.dslog" },
      { about: "Ten seconds, with other words for all names, for a ticket", line: "daemonscope record ticket.dslog --for 10s --anonymise" },
    ],
  },
  replay: {
    group: "recordings",
    usage: "replay FILE",
    about: "Show a recording as a page, without a cluster",
    description: [
      "Serve the dashboard of a recording to this machine, with a timeline. A recording has no container logs, YAML or events.",
    ],
    examples: [
      { about: "In the browser", line: "daemonscope replay night.dslog" },
      { about: "On a fixed port, without a browser", line: "daemonscope replay night.dslog --port 8080 --no-open" },
    ],
  },
  import: {
    group: "recordings",
    usage: "import RECORDING... FILE",
    about: "Convert audit logs or a recording of kwokctl to a recording",
    description: [
      "Convert Kubernetes audit logs, or a recording of kwokctl, to a recording. A sentence on stderr names each gap in the data. With --anonymise, replace the names in a recording of Daemonscope.",
    ],
    examples: [
      { about: "Audit logs of several API servers, rotated or not", line: "daemonscope import audit-1.log audit-2.log.gz night.dslog" },
      { about: "A recording of `kwokctl snapshot export --record`", line: "daemonscope import kwok.yaml kwok.dslog" },
      { about: "A recording without real names", line: "daemonscope import night.dslog public.dslog --anonymise" },
    ],
  },
  simulate: {
    group: "recordings",
    usage: "simulate [SCENARIO]",
    about: "Serve a simulated cluster's Kubernetes API, for kubectl too",
    description: ["Serve the API of a simulated cluster to this machine. kubectl and Daemonscope read it as a real one."],
    examples: [
      { about: "The scenarios", line: "daemonscope simulate --list" },
      { about: "A stuck rollout, for kubectl", line: "daemonscope simulate bad-image --write-kubeconfig bad.kubeconfig" },
      { about: "5,000 nodes, ten times faster", line: "daemonscope simulate big-cluster --nodes 5000 --speed 10" },
    ],
  },
  completion: {
    group: "other",
    usage: "completion SHELL",
    about: "Print a completion script for bash, zsh or fish",
    description: [
      "Print the script that completes commands, options, values and names of the cluster. A line in the file that the shell reads first loads it:",
      "  bash  ~/.bashrc                    source <(daemonscope completion bash)",
      "  zsh   ~/.zshrc, after compinit     source <(daemonscope completion zsh)",
      "  fish  ~/.config/fish/config.fish   daemonscope completion fish | source",
      "kubectl completes its plugin by the program kubectl_complete-daemonscope on the path. The npm package has it. After an installation by krew, create it with these two lines and make it executable:",
      "  #!/bin/sh",
      '  exec kubectl daemonscope __complete "$@"',
    ],
    examples: [
      { about: "In this bash", line: "source <(daemonscope completion bash)" },
      { about: "In this fish", line: "daemonscope completion fish | source" },
    ],
  },
  version: {
    group: "other",
    usage: "version",
    about: "Print the version, the build and the schema of the stream",
    description: ["Print the version, the build, the schema between server and page, and the version of Node.js. It reads no cluster."],
    examples: [
      { about: "As a table", line: "daemonscope version" },
      { about: "For a program", line: "daemonscope version -o json" },
    ],
  },
  help: {
    group: "other",
    usage: "help [COMMAND]",
    about: "Show the help of a command",
    description: ["Show the commands, or the description, examples and options of one command, as `COMMAND --help` does."],
    examples: [
      { about: "All commands", line: "daemonscope help" },
      { about: "One command", line: "daemonscope help wait" },
    ],
  },
  options: {
    group: "other",
    usage: "options",
    about: "List the options that all commands on clusters share",
    description: ["List the options that select a cluster, an engine or a simulated cluster, and those of every command."],
    examples: [
      { about: "The list", line: "daemonscope options" },
      { about: "One of them", line: "daemonscope options | grep -A 2 request-timeout" },
    ],
  },
};
