/** Commands of `daemonscope`; the first is the default. */
export const COMMANDS = ["serve", "simulate"] as const;
export type CommandName = (typeof COMMANDS)[number];

/** How a flag is written: alone, with a value, or with a value that may be left out. */
type FlagShape = "alone" | "value" | "maybe";

export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly shape: FlagShape;
  /** May stand more than once. */
  readonly many?: boolean;
  readonly commands: readonly CommandName[];
  /** How the value is called in help. */
  readonly value?: string;
  /** One line; absent for flags that are for tests. */
  readonly help?: string;
}

const serve: readonly CommandName[] = ["serve"];
const simulate: readonly CommandName[] = ["simulate"];
const both: readonly CommandName[] = ["serve", "simulate"];

/** Every flag, in the order of help. The environment mirrors each one: `--log-level` is DAEMONSCOPE_LOG_LEVEL. */
export const FLAGS = [
  { name: "kubeconfig", shape: "value", value: "FILE", commands: serve, help: "kubeconfig to read (KUBECONFIG, then ~/.kube/config)" },
  { name: "context", shape: "value", value: "NAME", commands: serve, help: "context of the kubeconfig" },
  { name: "cluster", shape: "value", value: "NAME", commands: serve, help: "cluster of the kubeconfig" },
  { name: "user", shape: "value", value: "NAME", commands: serve, help: "user of the kubeconfig" },
  {
    name: "namespace",
    short: "n",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "show only the DaemonSets of this namespace (default: all)",
  },
  { name: "as", shape: "value", value: "USER", commands: serve, help: "user to impersonate" },
  { name: "as-group", shape: "value", value: "GROUP", many: true, commands: serve, help: "group to impersonate; may be repeated" },
  {
    name: "request-timeout",
    shape: "value",
    value: "TIME",
    commands: serve,
    help: "limit for one request that is not a watch: 30s, 2m; 0 is none",
  },
  { name: "insecure-skip-tls-verify", shape: "alone", commands: serve, help: "do not check the certificate of the API server" },
  { name: "in-cluster", shape: "alone", commands: serve, help: "use the service account of the pod" },
  { name: "simulate", shape: "maybe", value: "SCENARIO", commands: serve, help: "show a simulated cluster instead of a real one" },
  { name: "nodes", shape: "value", value: "N", commands: both, help: "nodes of the simulated cluster" },
  { name: "seed", shape: "value", value: "N", commands: both, help: "seed of the simulated cluster (default 1)" },
  { name: "speed", shape: "value", value: "X", commands: both, help: "simulated seconds that pass in a real one (default 1)" },
  {
    name: "port",
    shape: "value",
    value: "N",
    commands: both,
    help: "port to listen on (default: serve 7373 or the next free one, simulate any)",
  },
  { name: "host", shape: "value", value: "ADDRESS", commands: serve, help: "address to listen on (default 127.0.0.1)" },
  { name: "allow-remote", shape: "alone", commands: serve, help: "let --host be an address that other machines reach" },
  {
    name: "allow-host",
    shape: "value",
    value: "NAME",
    many: true,
    commands: serve,
    help: "name that browsers may use for this server; may be repeated",
  },
  {
    name: "health-port",
    shape: "value",
    value: "N",
    commands: serve,
    help: "serve probes and metrics, and nothing else, on this port of all addresses",
  },
  { name: "no-open", shape: "alone", commands: serve, help: "do not open a browser" },
  {
    name: "log-level",
    shape: "value",
    value: "LEVEL",
    commands: serve,
    help: "JSON logs on stderr: silent (default), error, warn, info, debug",
  },
  { name: "print-config", shape: "alone", commands: serve, help: "print the settings that would be used, and end" },
  { name: "write-kubeconfig", shape: "value", value: "FILE", commands: simulate, help: "write a kubeconfig for the simulated cluster" },
  { name: "list", shape: "alone", commands: simulate, help: "list the scenarios, and end" },
  { name: "clock", shape: "value", value: "manual", commands: both },
  { name: "help", short: "h", shape: "alone", commands: both, help: "print this, and end" },
  { name: "version", short: "V", shape: "alone", commands: both, help: "print the version, and end" },
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]["name"];

/** The flag's name in the environment. */
export function environmentName(name: string): string {
  return `DAEMONSCOPE_${name.toUpperCase().replaceAll("-", "_")}`;
}

function flagLine(flag: Flag): string {
  const value = flag.value === undefined ? "" : flag.shape === "maybe" ? `[=${flag.value}]` : ` ${flag.value}`;
  const words = `${flag.short === undefined ? "    " : `-${flag.short}, `}--${flag.name}${value}`;
  return `  ${words.padEnd(34)} ${flag.help ?? ""}`;
}

/** What `--help` prints. */
export function helpText(version: string): string {
  const of = (command: CommandName) =>
    (FLAGS as readonly Flag[]).filter((flag) => flag.help !== undefined && flag.commands.includes(command)).map(flagLine);
  return [
    `daemonscope ${version}: a live dashboard for Kubernetes DaemonSets`,
    "",
    "Usage:",
    "  daemonscope [serve] [flags]              watch a cluster and serve the dashboard",
    "  daemonscope simulate [SCENARIO] [flags]  serve a simulated cluster's Kubernetes API, for kubectl and others",
    "",
    "Flags of serve:",
    ...of("serve"),
    "",
    "Flags of simulate:",
    ...of("simulate"),
    "",
    "Each flag can be set in the environment too: --log-level is DAEMONSCOPE_LOG_LEVEL.",
    "The cluster is, in this order: --simulate, --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account, a simulated one.",
    "",
  ].join("\n");
}
