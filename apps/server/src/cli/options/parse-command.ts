import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { OidcOptions, ProxyAuthOptions } from "../../access/auth/auth-options.ts";
import { type EngineOptions, engineOf } from "../../engine/stream/engine-options.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { expectsTls, type ServerAddress } from "../../platform/address/server-address.ts";
import { numberOf, optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { type AuthKind, authKindOf } from "../flags/auth-kind.ts";
import { isCommand } from "../flags/commands.ts";
import type { FlagName } from "../flags/flags.ts";
import { type LogLevel, logLevelOf } from "../flags/log-level.ts";
import { formatOf, type OutputCommand, type OutputFormat, outputCommands } from "../flags/output-format.ts";
import { commandHelpText, helpText, optionsText } from "../parse/help-text.ts";
import { isRequested, namedCommand, type ParsedFlags, parseFlags, unknownCommand } from "../parse/parse-flags.ts";
import { COMPLETE, type Shell, shellOf } from "../parse/shells.ts";
import { allowedHostOf, serverAddressOf } from "./address-options.ts";
import { type AuditConfig, auditOptions } from "./audit-options.ts";
import { type ClusterPlan, clusterPlanOf, type SimulationOptions, simulationOf } from "./cluster-options.ts";
import { type CollectConfig, collectOf, rejectWithEngine } from "./collect-options.ts";
import { type HistoryOptions, historyOf } from "./history-options.ts";
import { type ImportConfig, importOf } from "./import-config.ts";
import { rejectSingleClusterFlags } from "./multi-cluster-options.ts";
import {
  type DiffConfig,
  diffOptions,
  type EventHistoryConfig,
  type ExplainConfig,
  eventHistoryOptions,
  explainOptions,
  type PodsConfig,
  podsOptions,
  type StatusConfig,
  statusOptions,
  type WaitConfig,
  type WhatIfConfig,
  waitOptions,
  whatIfOptions,
} from "./query-options.ts";
import { type RecordConfig, recordOf } from "./record-config.ts";
import { oidcOf, proxyOf, rejectOtherAuthFlags } from "./sign-in-options.ts";
import { stripUrlPath, type WebhookOptions, webhookOf } from "./webhook-options.ts";
import { type WriteAccessOptions, writesOf } from "./write-access-options.ts";

export const DEFAULT_PORT = 7373;

/** The settings of `serve`. Without a configured cluster it shows the simulated one. */
export interface ServeConfig extends WriteAccessOptions, ClusterPlan {
  /** Absent: 7373, or the next free one. */
  readonly port?: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** The address for browsers: its base path, public URL, trusted proxies and TLS files. */
  readonly address: ServerAddress;
  /** The way to sign in. */
  readonly auth: AuthKind;
  /** For `--auth proxy`. */
  readonly proxy?: ProxyAuthOptions;
  /** For `--auth oidc`. */
  readonly oidc?: OidcOptions;
  /** Only users with the printed address have access. */
  readonly launchToken: boolean;
  readonly healthPort?: number;
  /** The health port serves metrics with names of DaemonSets too. */
  readonly daemonSetMetrics: boolean;
  /** The receiver of alarms. */
  readonly webhook?: WebhookOptions;
  /** Opens a browser. */
  readonly open: boolean;
  /** Possible secrets in templates are kept and shown. */
  readonly showEnvValues: boolean;
  /** The memory for history, without a history folder; 0: none. */
  readonly historyBytes: number;
  /** Shows clusters whose logs are in an engine, and watches none. */
  readonly engine?: EngineOptions;
  readonly history?: HistoryOptions;
  /** The output of containers may be read. */
  readonly showLogs: boolean;
  readonly logLevel: LogLevel;
}

export interface SimulateConfig {
  readonly simulation: SimulationOptions;
  /** 0 selects a free one. */
  readonly port: number;
  readonly writeKubeconfig?: string;
}

/** A page over a recording, for this machine only. */
export interface ReplayConfig {
  readonly file: string;
  /** Absent: 7373, or the next free one. */
  readonly port?: number;
  readonly open: boolean;
  readonly logLevel: LogLevel;
}

export type Command =
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "listScenarios" }
  | { readonly kind: "printSchema"; readonly of: OutputCommand }
  | { readonly kind: "version"; readonly format: OutputFormat }
  | { readonly kind: "completionScript"; readonly shell: Shell }
  | { readonly kind: "complete"; readonly words: readonly string[] }
  | { readonly kind: "serve"; readonly config: ServeConfig }
  | { readonly kind: "simulate"; readonly config: SimulateConfig }
  | { readonly kind: "explain"; readonly config: ExplainConfig }
  | { readonly kind: "status"; readonly config: StatusConfig }
  | { readonly kind: "pods"; readonly config: PodsConfig }
  | { readonly kind: "history"; readonly config: EventHistoryConfig }
  | { readonly kind: "wait"; readonly config: WaitConfig }
  | { readonly kind: "diff"; readonly config: DiffConfig }
  | { readonly kind: "what-if"; readonly config: WhatIfConfig }
  | { readonly kind: "audit"; readonly config: AuditConfig }
  | { readonly kind: "record"; readonly config: RecordConfig }
  | { readonly kind: "replay"; readonly config: ReplayConfig }
  | { readonly kind: "import"; readonly config: ImportConfig }
  | { readonly kind: "collect"; readonly config: CollectConfig };

/** Enough for more than an hour at 1,000 nodes. */
const DEFAULT_HISTORY_MB = "64";

function serveOf(flags: ParsedFlags): ServeConfig {
  const { values, words } = flags;
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  if (words[0] !== undefined) throw new UsageError(`serve takes no "${words[0]}": a scenario is given as --simulate=${words[0]}.`);
  const host = flagValue("host") ?? "127.0.0.1";
  const auth = authKindOf(flagValue("auth"));
  const launchToken = values.has("launch-token");
  if (launchToken && auth !== "none")
    throw new UsageError(
      `--launch-token admits every user with the printed address, and --auth ${auth} identifies users: give one of the two.`,
    );
  if (!isLoopback(host) && !values.has("allow-remote"))
    throw new UsageError(
      auth === "none" && !launchToken
        ? `--host ${host} lets other machines read the cluster through this server, without a login: add --allow-remote if that is meant.`
        : `--host ${host} lets other machines reach this server: add --allow-remote if that is meant.`,
    );
  const plan = clusterPlanOf(flags);
  rejectSingleClusterFlags(plan.several, auth, flagValue);
  const address = serverAddressOf({
    basePath: flagValue("base-path"),
    forwardedFrom: values.get("forwarded-from") ?? [],
    publicUrl: flagValue("public-url"),
    certFile: flagValue("tls-cert"),
    keyFile: flagValue("tls-key"),
  });
  rejectOtherAuthFlags(auth, flagValue);
  if (auth === "oidc" && !isLoopback(host) && address.publicUrl === undefined)
    throw new UsageError("--auth oidc on an address that other machines reach needs --public-url: the provider sends people back there.");
  if (auth !== "none" && !isLoopback(host) && !expectsTls(address))
    throw new UsageError(
      `--auth ${auth} on --host ${host} would take sign-ins in the clear: speak TLS by --tls-cert and --tls-key, or say that a proxy does by --public-url https://… or --forwarded-from.`,
    );
  const port = flagValue("port");
  const healthPort = flagValue("health-port");
  if (values.has("daemonset-metrics") && healthPort === undefined)
    throw new UsageError(
      "--daemonset-metrics is for the health port, and none was given: add --health-port, or scrape /metrics/daemonsets where the page is.",
    );
  const engine = engineOf(flagValue, "from");
  if (engine !== undefined) rejectWithEngine(engine, flags, plan);
  return {
    ...plan,
    ...optionalEntry("engine", engine),
    ...optionalEntry("port", port === undefined ? undefined : numberOf("port", port, 0, 65_535, true)),
    host,
    allowedHosts: (values.get("allow-host") ?? []).map(allowedHostOf),
    address,
    auth,
    ...optionalEntry("proxy", auth === "proxy" ? proxyOf(flagValue, values.get("proxy-from") ?? []) : undefined),
    ...optionalEntry("oidc", auth === "oidc" ? oidcOf(flagValue, values.get("oidc-scope") ?? []) : undefined),
    launchToken,
    ...optionalEntry("healthPort", healthPort === undefined ? undefined : numberOf("health-port", healthPort, 0, 65_535, true)),
    daemonSetMetrics: values.has("daemonset-metrics"),
    ...optionalEntry("webhook", webhookOf(flagValue, address.publicUrl)),
    open: !values.has("no-open"),
    showEnvValues: values.has("show-env-values"),
    ...writesOf(flags, { auth, host }),
    ...optionalEntry("history", historyOf(flagValue, values.has("simulate"))),
    historyBytes: numberOf("history-memory", flagValue("history-memory") ?? DEFAULT_HISTORY_MB, 0, 4096, true) * 1024 * 1024,
    showLogs: !values.has("no-logs"),
    logLevel: logLevelOf(flagValue("log-level")),
  };
}

function simulateOf(flags: ParsedFlags): SimulateConfig {
  const { values, words } = flags;
  if (words[1] !== undefined) throw new UsageError(`simulate takes at most one scenario, got "${words[0]}" and "${words[1]}"`);
  const port = values.get("port")?.[0];
  return {
    simulation: simulationOf(flags, words[0]),
    port: port === undefined ? 0 : numberOf("port", port, 0, 65_535, true),
    ...optionalEntry("writeKubeconfig", values.get("write-kubeconfig")?.[0]),
  };
}

function replayOf({ values, words }: ParsedFlags): ReplayConfig {
  const [file, second] = words;
  if (file === undefined) throw new UsageError(`replay needs the file of a recording: ${PROGRAM} replay FILE.`);
  if (second !== undefined) throw new UsageError(`replay takes one file, but "${second}" is another`);
  const port = values.get("port")?.[0];
  return {
    file,
    ...optionalEntry("port", port === undefined ? undefined : numberOf("port", port, 0, 65_535, true)),
    open: !values.has("no-open"),
    logLevel: logLevelOf(values.get("log-level")?.[0]),
  };
}

function versionOf({ values, words }: ParsedFlags): Command {
  if (words[0] !== undefined) throw new UsageError(`version takes no "${words[0]}": it reports only this program's version.`);
  return { kind: "version", format: formatOf(values.get("output")?.[0], "version") ?? "table" };
}

function completionOf({ words }: ParsedFlags): Command {
  const [word, second] = words;
  if (second !== undefined) throw new UsageError(`completion takes one shell, but "${second}" is another`);
  return { kind: "completionScript", shell: shellOf(word) };
}

function helpOf({ words }: ParsedFlags, version: string): Command {
  const [word, second] = words;
  if (second !== undefined) throw new UsageError(`help takes at most one command, but "${second}" is another`);
  if (word === undefined) return { kind: "print", text: helpText(PROGRAM, version) };
  if (!isCommand(word)) throw unknownCommand(word);
  return { kind: "print", text: commandHelpText(PROGRAM, word) };
}

function optionsOf({ words }: ParsedFlags): Command {
  if (words[0] !== undefined) throw new UsageError(`options takes no "${words[0]}": see "${PROGRAM} COMMAND --help".`);
  return { kind: "print", text: optionsText(PROGRAM) };
}

/**
 * Parses the command line and the environment. Throws UsageError with one sentence that names the nearest valid word.
 * The simulator checks names of scenarios.
 */
export function parseCommand(args: readonly string[], environment: Readonly<Record<string, string | undefined>>, version: string): Command {
  // The remaining words are a partial command line of a shell.
  if (args[0] === COMPLETE) return { kind: "complete", words: args.slice(1) };
  // Help is printed even for an invalid command line.
  if (isRequested(args, "help")) {
    const command = namedCommand(args);
    return { kind: "print", text: command === undefined ? helpText(PROGRAM, version) : commandHelpText(PROGRAM, command) };
  }
  if (isRequested(args, "version")) return { kind: "print", text: `daemonscope ${version}\n` };
  const flags = parseFlags(args, environment);
  const schema = flags.values.has("schema") ? outputCommands.find((name) => name === flags.command) : undefined;
  if (schema !== undefined) return { kind: "printSchema", of: schema };
  switch (flags.command) {
    case "simulate":
      if (!flags.values.has("list")) return { kind: "simulate", config: simulateOf(flags) };
      if (flags.words[0] !== undefined) throw new UsageError(`simulate --list takes no scenario, got "${flags.words[0]}"`);
      return { kind: "listScenarios" };
    case "explain":
      return { kind: "explain", config: explainOptions(flags) };
    case "version":
      return versionOf(flags);
    case "help":
      return helpOf(flags, version);
    case "options":
      return optionsOf(flags);
    case "completion":
      return completionOf(flags);
    case "record":
      return { kind: "record", config: recordOf(flags) };
    case "replay":
      return { kind: "replay", config: replayOf(flags) };
    case "import":
      return { kind: "import", config: importOf(flags) };
    case "collect":
      return { kind: "collect", config: collectOf(flags) };
    case "status":
      return { kind: "status", config: statusOptions(flags) };
    case "pods":
      return { kind: "pods", config: podsOptions(flags) };
    case "what-if":
      return { kind: "what-if", config: whatIfOptions(flags) };
    case "audit":
      return { kind: "audit", config: auditOptions(flags) };
    case "history":
      return { kind: "history", config: eventHistoryOptions(flags) };
    case "wait":
      return { kind: "wait", config: waitOptions(flags) };
    case "diff":
      return { kind: "diff", config: diffOptions(flags) };
    case "serve": {
      const config = serveOf(flags);
      const cluster = { ...config.cluster, ...optionalEntry("token", config.cluster.token && "<hidden>") };
      const printed = { ...config, cluster, ...optionalEntry("webhook", config.webhook && stripUrlPath(config.webhook)) };
      if (flags.values.has("print-config")) return { kind: "print", text: `${JSON.stringify(printed, undefined, 2)}\n` };
      return { kind: "serve", config };
    }
    default:
      return assertNever(flags.command);
  }
}
