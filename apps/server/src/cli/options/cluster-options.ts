import { nearestNames } from "@daemonscope/kube/base/nearest";
import { isDnsLabel } from "@daemonscope/kube/matching/label-syntax";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { EngineOptions } from "../../engine/stream/engine-options.ts";
import { numberOf, optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { CONNECTION_FLAG_NAMES } from "../flags/cluster-flags.ts";
import type { FlagName } from "../flags/flags.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type MultiClusterOptions, multiClusterOptions } from "./multi-cluster-options.ts";

/** The selection of a cluster, in kubectl's terms. Absent fields were not given. */
export interface ClusterOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly as?: string;
  readonly asGroups: readonly string[];
  readonly asUid?: string;
  readonly server?: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
  readonly tlsServerName?: string;
  /** 0 means no limit. */
  readonly requestTimeoutMs?: number;
  readonly insecureSkipTlsVerify: boolean;
  readonly inCluster: boolean;
  /** kubectl's -v; 0 if it was not given. */
  readonly verbosity: number;
}

/** From this level on each request is printed, as in kubectl. */
export const REQUEST_VERBOSITY = 6;

export interface SimulationOptions {
  /** Absent: the default scenario. */
  readonly scenario?: string;
  readonly nodes?: number;
  readonly seed: number;
  /** Cluster seconds per real second. */
  readonly speed: number;
  /** Time advances only by requests to the simulator's own listener. */
  readonly manualClock: boolean;
}

/** Returns the settings of the simulated cluster. Throws UsageError. */
export function simulationOf(flags: ParsedFlags, scenario: string | undefined): SimulationOptions {
  const { values } = flags;
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  // For explain, --nodes is a file.
  const nodes = flags.command === "explain" ? undefined : flagValue("nodes");
  const clock = flagValue("clock");
  if (clock !== undefined && clock !== "manual" && clock !== "real")
    throw new UsageError(`unknown value "${clock}" for --clock: use real or manual`);
  return {
    ...optionalEntry("scenario", scenario === "" ? undefined : scenario),
    ...optionalEntry("nodes", nodes === undefined ? undefined : numberOf("nodes", nodes, 1, 100_000, true)),
    seed: numberOf("seed", flagValue("seed") ?? "1", 0, 2 ** 32 - 1, true),
    speed: numberOf("speed", flagValue("speed") ?? "1", 0.01, 1000, false),
    manualClock: clock === "manual",
  };
}

function clusterOf({ values }: ParsedFlags): ClusterOptions {
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  if ((values.get("cluster")?.length ?? 0) > 1)
    throw new UsageError("--cluster can be given only once, except with an engine (--from nats://HOST:4222)");
  const namespace = flagValue("namespace");
  if (namespace !== undefined && !isDnsLabel(namespace))
    throw new UsageError(`invalid namespace "${namespace}": use lower-case letters, digits and "-"`);
  const timeout = flagValue("request-timeout");
  const asGroups = values.get("as-group") ?? [];
  if (asGroups.length > 0 && !values.has("as")) throw new UsageError("--as-group requires --as");
  const asUid = flagValue("as-uid");
  if (asUid !== undefined && !values.has("as")) throw new UsageError("--as-uid requires --as");
  const address = CONNECTION_FLAG_NAMES.find((name) => values.has(name));
  if (values.has("in-cluster") && address !== undefined)
    throw new UsageError(`use either --in-cluster or --${address}, not both: a pod's service account has its own`);
  if (values.has("certificate-authority") && values.has("insecure-skip-tls-verify"))
    throw new UsageError("use either --certificate-authority or --insecure-skip-tls-verify, not both");
  return {
    ...optionalEntry("kubeconfig", flagValue("kubeconfig")),
    ...optionalEntry("context", flagValue("context")),
    ...optionalEntry("cluster", flagValue("cluster")),
    ...optionalEntry("user", flagValue("user")),
    ...optionalEntry("namespace", namespace),
    ...optionalEntry("as", flagValue("as")),
    asGroups,
    ...optionalEntry("asUid", asUid),
    ...optionalEntry("server", flagValue("server")),
    ...optionalEntry("token", flagValue("token")),
    ...optionalEntry("certificateAuthority", flagValue("certificate-authority")),
    ...optionalEntry("tlsServerName", flagValue("tls-server-name")),
    ...optionalEntry("requestTimeoutMs", timeout === undefined ? undefined : parseDurationMs("request-timeout", timeout)),
    insecureSkipTlsVerify: values.has("insecure-skip-tls-verify"),
    inCluster: values.has("in-cluster"),
    verbosity: numberOf("v", flagValue("v") ?? "0", 0, 10, true),
  };
}

const CLUSTER_FLAGS: readonly FlagName[] = [
  "kubeconfig",
  "context",
  "all-contexts",
  "cluster",
  "user",
  "as",
  "as-group",
  "as-uid",
  ...CONNECTION_FLAG_NAMES,
  "insecure-skip-tls-verify",
  "in-cluster",
];

/** Returns the typed flag that selects a cluster or its settings: a recording has both. */
export function clusterFlagOf({ typed }: Pick<ParsedFlags, "typed">): FlagName | undefined {
  const names: readonly FlagName[] = [...CLUSTER_FLAGS, "simulate", "feature-gate", "request-timeout"];
  return names.find((name) => typed.has(name));
}

/** Flags of a simulated cluster only. */
const SIMULATOR_FLAGS: readonly FlagName[] = ["nodes", "seed", "speed", "clock"];

/** A cluster whose log is in an engine. */
export interface FollowOptions {
  readonly engine: EngineOptions;
  /** The name in the engine; absent: the only one. */
  readonly cluster?: string;
}

/** The cluster of a command, and settings that the API does not report. */
export interface ClusterPlan {
  /** Several clusters; absent for a single one. */
  readonly several?: MultiClusterOptions;
  /** The cluster's log is followed instead of a watch. */
  readonly followed?: FollowOptions;
  readonly cluster: ClusterOptions;
  /** Whether the simulated cluster was requested. */
  readonly simulate: boolean;
  readonly simulation: SimulationOptions;
  /** A typed flag that has no meaning for a real cluster. */
  readonly simulatorFlag?: FlagName;
  readonly gates: MatchingGates;
  /** The number of threads that read pods, per cluster; absent: the thread of the model reads them. */
  readonly podWorkers?: number;
}

/** Each thread has separate connections and 30 to 40 MB. */
const MAX_POD_WORKERS = 32;

function podWorkersOf({ values }: ParsedFlags): number | undefined {
  const text = values.get("pod-workers")?.[0];
  if (text === undefined) return undefined;
  const count = numberOf("pod-workers", text, 1, MAX_POD_WORKERS, true);
  if (values.has("namespace"))
    throw new UsageError("use either --pod-workers or --namespace, not both: the workers split the pods of a whole cluster");
  return count;
}

const GATES = Object.keys(DEFAULT_GATES) as readonly (keyof MatchingGates)[];

/**
 * Parses `--feature-gate NAME=true`, as set in the cluster. A text may hold several with commas, as Kubernetes
 * components accept them.
 */
function gatesOf(texts: readonly string[]): MatchingGates {
  const gates = { ...DEFAULT_GATES };
  for (const text of texts.flatMap((each) => each.split(","))) {
    const [name = "", value = ""] = text.split("=");
    const gate = GATES.find((known) => known === name);
    if (gate === undefined) {
      const [nearest] = nearestNames(name, GATES);
      const hint = nearest === undefined ? `those that change a verdict are ${GATES.join(", ")}` : `did you mean ${nearest}?`;
      throw new UsageError(`--feature-gate names "${name}", which changes no verdict: ${hint}`.replace(/([^?])$/, "$1."));
    }
    if (value !== "true" && value !== "false") throw new UsageError(`--feature-gate ${gate} is true or false: "${text}" says neither.`);
    gates[gate] = value === "true";
  }
  return gates;
}

/** Returns the cluster that the command line selects. Throws UsageError if it selects two. */
export function clusterPlanOf(flags: ParsedFlags): ClusterPlan {
  const simulate = flags.values.has("simulate");
  // For collect, --cluster is the cluster's name in the engine.
  const contradiction = CLUSTER_FLAGS.filter((name) => name !== "cluster" || flags.command !== "collect").find((name) =>
    flags.typed.has(name),
  );
  // For explain, --nodes is a file.
  const simulatorFlag = SIMULATOR_FLAGS.filter((name) => name !== "nodes" || flags.command !== "explain").find((name) =>
    flags.typed.has(name),
  );
  // A dashboard without a cluster shows the simulated one; a query must request it.
  if (!simulate && simulatorFlag !== undefined && flags.command !== "serve")
    throw new UsageError(`--${simulatorFlag} works only with a simulated cluster: add --simulate`);
  if (simulate && contradiction !== undefined) throw new UsageError(`use either --${contradiction} or --simulate, not both`);
  return {
    ...optionalEntry("several", multiClusterOptions(flags)),
    cluster: clusterOf(flags),
    simulate,
    simulation: simulationOf(flags, flags.values.get("simulate")?.[0]),
    ...optionalEntry("simulatorFlag", simulatorFlag),
    gates: gatesOf(flags.values.get("feature-gate") ?? []),
    ...optionalEntry("podWorkers", podWorkersOf(flags)),
  };
}
