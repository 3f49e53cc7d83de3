import { isDnsLabel } from "@daemonscope/kube/label-syntax";
import { type FlagName, helpText } from "./flags.ts";
import { type GivenFlags, readFlags } from "./read-flags.ts";
import { UsageError } from "./usage-error.ts";

export const DEFAULT_PORT = 7373;

/** Which cluster, in kubectl's words. Absent fields were not given. */
export interface ClusterChoice {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly as?: string;
  readonly asGroups: readonly string[];
  /** 0 is no limit. */
  readonly requestTimeoutMs?: number;
  readonly insecureSkipTlsVerify: boolean;
  readonly inCluster: boolean;
}

export interface SimulationChoice {
  /** Absent: the default one. */
  readonly scenario?: string;
  readonly nodes?: number;
  readonly seed: number;
  /** Cluster seconds in a real one. */
  readonly speed: number;
  /** Time moves only when it is told to, over the simulator's own listener. */
  readonly manualClock: boolean;
}

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ServeConfig {
  readonly cluster: ClusterChoice;
  /** True when the simulated cluster was asked for; else it is used only when no other is configured. */
  readonly simulate: boolean;
  readonly simulation: SimulationChoice;
  /** Absent: 7373, or the next free one. */
  readonly port?: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly healthPort?: number;
  readonly open: boolean;
  readonly logLevel: LogLevel;
}

export interface SimulateConfig {
  readonly simulation: SimulationChoice;
  /** 0 takes a free one. */
  readonly port: number;
  readonly writeKubeconfig?: string;
}

export type Command =
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "listScenarios" }
  | { readonly kind: "serve"; readonly config: ServeConfig }
  | { readonly kind: "simulate"; readonly config: SimulateConfig };

/** True for addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Exact type of the flag that is absent when not given. */
const given = <Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };

function number(name: string, text: string, from: number, to: number, isWhole: boolean): number {
  const value = Number(text);
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text) || value < from || value > to || (isWhole && !Number.isInteger(value)))
    throw new UsageError(`--${name} is ${isWhole ? "a whole number" : "a number"} from ${from} to ${to}: "${text}" is not.`);
  return value;
}

/** kubectl's durations: `30s`, `1m30s`, `500ms`, `0`; a number alone is seconds. */
function durationMs(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  const parts = [...text.matchAll(/(\d{1,9})(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== text)
    throw new UsageError(`--${name} is a time such as 30s or 2m, or 0 for none: "${text}" is not.`);
  return parts.reduce((sum, part) => sum + Number(part[1]) * (units[part[2] ?? ""] ?? 0), 0);
}

function simulationOf({ values }: GivenFlags, scenario: string | undefined): SimulationChoice {
  const one = (name: FlagName) => values.get(name)?.[0];
  const nodes = one("nodes");
  const clock = one("clock");
  if (clock !== undefined && clock !== "manual" && clock !== "real")
    throw new UsageError(`--clock is real or manual: "${clock}" is neither.`);
  return {
    ...given("scenario", scenario === "" ? undefined : scenario),
    ...given("nodes", nodes === undefined ? undefined : number("nodes", nodes, 1, 100_000, true)),
    seed: number("seed", one("seed") ?? "1", 0, 2 ** 32 - 1, true),
    speed: number("speed", one("speed") ?? "1", 0.01, 1000, false),
    manualClock: clock === "manual",
  };
}

function clusterOf({ values }: GivenFlags): ClusterChoice {
  const one = (name: FlagName) => values.get(name)?.[0];
  const namespace = one("namespace");
  if (namespace !== undefined && !isDnsLabel(namespace))
    throw new UsageError(`--namespace is the name of a namespace: "${namespace}" cannot be one.`);
  const timeout = one("request-timeout");
  const asGroups = values.get("as-group") ?? [];
  if (asGroups.length > 0 && !values.has("as")) throw new UsageError("--as-group needs --as: a group is impersonated with a user.");
  return {
    ...given("kubeconfig", one("kubeconfig")),
    ...given("context", one("context")),
    ...given("cluster", one("cluster")),
    ...given("user", one("user")),
    ...given("namespace", namespace),
    ...given("as", one("as")),
    asGroups,
    ...given("requestTimeoutMs", timeout === undefined ? undefined : durationMs("request-timeout", timeout)),
    insecureSkipTlsVerify: values.has("insecure-skip-tls-verify"),
    inCluster: values.has("in-cluster"),
  };
}

const CLUSTER_FLAGS: readonly FlagName[] = [
  "kubeconfig",
  "context",
  "cluster",
  "user",
  "as",
  "as-group",
  "insecure-skip-tls-verify",
  "in-cluster",
];

function serveOf(flags: GivenFlags, args: readonly string[]): ServeConfig {
  const { values, words } = flags;
  const one = (name: FlagName) => values.get(name)?.[0];
  if (words[0] !== undefined) throw new UsageError(`serve takes no "${words[0]}": a scenario is given as --simulate=${words[0]}.`);
  const simulate = values.has("simulate");
  // Only what was typed contradicts: the environment of a pod may name a context for every command.
  const contradiction = CLUSTER_FLAGS.find((name) => args.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)));
  if (simulate && contradiction !== undefined)
    throw new UsageError(`--${contradiction} names a real cluster and --simulate a simulated one: leave one out.`);
  const host = one("host") ?? "127.0.0.1";
  if (!isLoopback(host) && !values.has("allow-remote"))
    throw new UsageError(
      `--host ${host} lets other machines read the cluster through this server, without a login: add --allow-remote if that is meant.`,
    );
  const logLevel = one("log-level") ?? "silent";
  if (!(LOG_LEVELS as readonly string[]).includes(logLevel))
    throw new UsageError(`--log-level is one of ${LOG_LEVELS.join(", ")}: "${logLevel}" is none.`);
  const port = one("port");
  const healthPort = one("health-port");
  return {
    cluster: clusterOf(flags),
    simulate,
    simulation: simulationOf(flags, one("simulate")),
    ...given("port", port === undefined ? undefined : number("port", port, 0, 65_535, true)),
    host,
    allowedHosts: (values.get("allow-host") ?? []).map((name) => name.toLowerCase()),
    ...given("healthPort", healthPort === undefined ? undefined : number("health-port", healthPort, 0, 65_535, true)),
    open: !values.has("no-open"),
    logLevel: logLevel as LogLevel,
  };
}

function simulateOf(flags: GivenFlags): SimulateConfig {
  const { values, words } = flags;
  if (words[1] !== undefined) throw new UsageError(`simulate takes one scenario: "${words[1]}" is one too many.`);
  const port = values.get("port")?.[0];
  return {
    simulation: simulationOf(flags, words[0]),
    port: port === undefined ? 0 : number("port", port, 0, 65_535, true),
    ...given("writeKubeconfig", values.get("write-kubeconfig")?.[0]),
  };
}

/** What the command line and the environment ask for. Throws UsageError, whose message is one sentence and names the nearest legal word.
 *  Names of scenarios are the simulator's to check. */
export function readCommand(args: readonly string[], environment: Readonly<Record<string, string | undefined>>, version: string): Command {
  const asks = (...flags: readonly string[]) => args.some((word) => flags.includes(word));
  // Help is given even to a command line that is otherwise wrong.
  if (asks("--help", "-h")) return { kind: "print", text: helpText(version) };
  if (asks("--version", "-V")) return { kind: "print", text: `daemonscope ${version}\n` };
  const flags = readFlags(args, environment);
  if (flags.command === "simulate")
    return flags.values.has("list") ? { kind: "listScenarios" } : { kind: "simulate", config: simulateOf(flags) };
  const config = serveOf(flags, args);
  if (flags.values.has("print-config")) return { kind: "print", text: `${JSON.stringify(config, undefined, 2)}\n` };
  return { kind: "serve", config };
}
