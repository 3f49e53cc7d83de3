import { isDnsSubdomain } from "@daemonscope/kube/matching/label-syntax";
import { parseTime } from "@daemonscope/shared/http/moment";
import { engineOf, isEngineUrl } from "../../engine/stream/engine-options.ts";
import { requireStreamName } from "../../engine/stream/stream-name.ts";
import { optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import type { FlagName } from "../flags/flags.ts";
import { formatOf, type OutputFormat } from "../flags/output-format.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type ClusterPlan, clusterFlagOf, clusterPlanOf } from "./cluster-options.ts";
import { type ListOptions, listOptions } from "./list-options.ts";

/** The common part of explain, status, wait and diff. Absent fields were not given. */
interface QueryConfig extends ClusterPlan {
  readonly allNamespaces: boolean;
  readonly format?: OutputFormat;
}

/** The common part of explain, status and pods. */
interface ListQueryConfig extends QueryConfig {
  /** Names without the kind; empty: all. */
  readonly daemonSets: readonly string[];
  readonly list: ListOptions;
  readonly recording?: RecordingOptions;
}

/** A recording that is queried instead of a cluster. */
export interface RecordingOptions {
  readonly file: string;
  /** Absent: its end. */
  readonly atMs?: number;
}

/** The files hold manifests; `-` is standard input. Absent: the cluster's objects. */
export interface ExplainConfig extends ListQueryConfig {
  readonly node?: string;
  readonly nodesFile?: string;
  readonly daemonSetFile?: string;
  /** Only these pairs. */
  readonly only?: "excluded" | "missing";
}

export interface StatusConfig extends ListQueryConfig {
  readonly watch: boolean;
  /** Each change has its event: ADDED, MODIFIED or DELETED. */
  readonly watchEvents: boolean;
}

/** The filters of pods; all of them must match. */
export const POD_FILTERS = ["old", "misscheduled", "not-ready", "failing"] as const;
export type PodFilter = (typeof POD_FILTERS)[number];

export interface PodsConfig extends ListQueryConfig {
  /** `missing`: nodes without a pod that they want. */
  readonly show: { readonly kind: "pods"; readonly filters: readonly PodFilter[] } | { readonly kind: "missing" };
}

export interface WaitConfig extends QueryConfig {
  readonly daemonSet: string;
  readonly until: "complete" | "updated";
  /** 0 means no timeout. */
  readonly timeoutMs: number;
  /** A DaemonSet that no node matches is a failure. */
  readonly requireNodes: boolean;
}

/** Compares several clusters with the first. */
export interface DiffConfig extends QueryConfig {
  readonly daemonSet: string;
  readonly showEnvValues: boolean;
}

export interface WhatIfConfig extends ClusterPlan {
  readonly format?: OutputFormat;
  /** Files of steps or manifests; `-` is standard input. */
  readonly files: readonly string[];
  /** Steps in words, in order of execution, after those of files. */
  readonly steps: readonly string[];
  /** A manifest that the API server would refuse is an error. */
  readonly strict: boolean;
  readonly recording?: RecordingOptions;
}

const DEFAULT_TIMEOUT = "10m";
/** The names of the kind that kubectl accepts. */
export const KIND_NAMES: readonly string[] = ["ds", "daemonset", "daemonsets", "daemonset.apps", "daemonsets.apps"];

/** Returns the words of `ds/NAME…`, `ds NAME…` or `NAME…` without a separate kind. */
function nameWords([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  return KIND_NAMES.includes(first.toLowerCase()) ? others : [first, ...others];
}

/** Returns the name in `ds/NAME`, `daemonset/NAME` or `NAME`, as kubectl accepts them. */
function nameOf(word: string, command: string): string {
  const slash = word.indexOf("/");
  const name = word.slice(slash + 1);
  if (slash >= 0 && !KIND_NAMES.includes(word.slice(0, slash).toLowerCase()))
    throw new UsageError(`${command} is about DaemonSets: "${word}" is something else; write ds/${name}.`);
  if (!isDnsSubdomain(name)) throw new UsageError(`"${name}" cannot be the name of a DaemonSet: small letters, digits, "-" and ".".`);
  return name;
}

/** Returns the only named DaemonSet; undefined without a name. */
function daemonSetOf({ command, words }: ParsedFlags): string | undefined {
  const [word, tooMany] = nameWords(words);
  const name = word === undefined ? undefined : nameOf(word, command);
  if (tooMany !== undefined) throw new UsageError(`${command} takes one DaemonSet: "${tooMany}" is one too many.`);
  return name;
}

/** Returns the clusters that a query reads, of a kubeconfig or of an engine. `scope`: how many of an engine the command
 *  can query. */
function planOf(flags: ParsedFlags, scope: "one" | "several"): ClusterPlan {
  const url = flagValue(flags, "from");
  const isFile = url !== undefined && !isEngineUrl(url) && flags.command !== "wait" && flags.command !== "diff";
  const engine = isFile ? undefined : engineOf((name) => flagValue(flags, name), "from");
  if (engine === undefined) return clusterPlanOf(flags);
  const names = flags.values.get("cluster") ?? [];
  const typed = clusterFlagOf({ typed: new Set([...flags.typed].filter((name) => name !== "cluster")) });
  if (typed !== undefined)
    throw new UsageError(`--${typed} is about a cluster that is watched, and --from names an engine: leave one out.`);
  for (const name of names) requireStreamName(name, true);
  const values = new Map([...flags.values].filter(([name]) => name !== "cluster"));
  const { several: _, ...plan } = clusterPlanOf({ ...flags, values });
  const [cluster, second] = names;
  if (scope === "one" || (cluster !== undefined && second === undefined && flags.command !== "diff"))
    return { ...plan, followed: { engine, ...optionalEntry("cluster", cluster) } };
  return { ...plan, several: { kind: "engine", engine, clusters: [...new Set(names)] } };
}

function queryOf(flags: ParsedFlags, scope: "one" | "several"): QueryConfig {
  const plan = planOf(flags, scope);
  const allNamespaces = flags.values.has("all-namespaces");
  return {
    ...plan,
    allNamespaces,
    ...optionalEntry("format", formatOf(flags.values.get("output")?.[0])),
  };
}

function listQueryOf(flags: ParsedFlags, scope: "one" | "several"): ListQueryConfig {
  const recording = recordingOf(flags);
  const daemonSets = [...new Set(nameWords(flags.words).map((word) => nameOf(word, flags.command)))];
  return {
    ...planOf(flags, scope),
    allNamespaces: flags.values.has("all-namespaces"),
    daemonSets,
    ...listOptions(flags, daemonSets.length > 0),
    ...optionalEntry("recording", recording),
  };
}

const flagValue = (flags: ParsedFlags, name: FlagName): string | undefined => flags.values.get(name)?.[0];

function recordingOf(flags: ParsedFlags): RecordingOptions | undefined {
  const file = flagValue(flags, "from");
  const at = flagValue(flags, "at");
  if (file !== undefined && isEngineUrl(file)) {
    if (at !== undefined)
      throw new UsageError("--at is a moment of a recording, and --from names an engine, which is asked how it is now: leave --at out.");
    return undefined;
  }
  if (file === undefined) {
    if (at !== undefined) throw new UsageError("--at is a moment of a recording: name its file with --from FILE.");
    return undefined;
  }
  const flag = clusterFlagOf(flags);
  if (flag !== undefined) throw new UsageError(`--${flag} is about a cluster, and --from names a recording: leave one out.`);
  const atMs = at === undefined ? undefined : parseTime(at);
  if (at !== undefined && atMs === undefined)
    throw new UsageError(`--at is a time like 2026-01-31T12:00:00Z, or milliseconds since 1970: "${at}" is neither.`);
  return { file, ...optionalEntry("atMs", atMs) };
}

/** Parses `daemonscope explain`. Throws UsageError. */
export function explainOptions(flags: ParsedFlags): ExplainConfig {
  const query = listQueryOf(flags, "one");
  const only = (["excluded", "missing"] as const).filter((each) => flags.values.has(each));
  if (only.length > 1) throw new UsageError("--excluded and --missing contradict each other: leave one out.");
  if (only[0] === "missing" && (flagValue(flags, "nodes") ?? flagValue(flags, "daemonset")) !== undefined)
    throw new UsageError("--missing is about the pods of a cluster, and a file has none: leave out --missing or the file.");
  if (query.recording !== undefined && flagValue(flags, "nodes") !== undefined && flagValue(flags, "daemonset") !== undefined)
    throw new UsageError("--nodes and --daemonset give all that is asked, and --from nothing to it: leave one out.");
  return {
    ...query,
    ...optionalEntry("only", only[0]),
    ...optionalEntry("node", flagValue(flags, "node")),
    ...optionalEntry("nodesFile", flagValue(flags, "nodes")),
    ...optionalEntry("daemonSetFile", flagValue(flags, "daemonset")),
  };
}

/** Parses `daemonscope status`. Throws UsageError. */
export function statusOptions(flags: ParsedFlags): StatusConfig {
  const query = listQueryOf(flags, "several");
  const watch = flags.values.has("watch");
  const watchEvents = flags.values.has("output-watch-events");
  if (watch && query.recording !== undefined) throw new UsageError("--watch follows a cluster, and a recording is over: leave one out.");
  if (watchEvents && !watch) throw new UsageError("--output-watch-events needs --watch.");
  if (watchEvents && query.list.template !== undefined) throw new UsageError("--output-watch-events needs a table, json or yaml.");
  if (watch && query.list.sortBy !== undefined) throw new UsageError("--sort-by sorts one answer, and --watch has no end: leave one out.");
  return { ...query, watch, watchEvents };
}

/** Parses `daemonscope pods`. Throws UsageError. */
export function podsOptions(flags: ParsedFlags): PodsConfig {
  const filters = POD_FILTERS.filter((filter) => flags.values.has(filter));
  const isMissing = flags.values.has("missing");
  if (isMissing && filters[0] !== undefined)
    throw new UsageError(`--missing lists nodes without a pod, and --${filters[0]} pods: leave one out.`);
  return { ...listQueryOf(flags, "one"), show: isMissing ? { kind: "missing" } : { kind: "pods", filters } };
}

/** Parses `daemonscope diff`. Throws UsageError. */
export function diffOptions(flags: ParsedFlags): DiffConfig {
  const query = queryOf(flags, "several");
  const daemonSet = daemonSetOf(flags);
  if (daemonSet === undefined) throw new UsageError(`diff needs a DaemonSet: ${PROGRAM} diff ds/NAME --context A --context B.`);
  if (query.several === undefined)
    throw new UsageError(
      "diff holds clusters against each other: name two with --context A --context B, or all with --all-contexts, or those of an engine with --from nats://HOST:4222.",
    );
  return { ...query, daemonSet, showEnvValues: flags.values.has("show-env-values") };
}

/** Parses `daemonscope wait`. Throws UsageError. */
export function waitOptions(flags: ParsedFlags): WaitConfig {
  const query = queryOf(flags, "several");
  const daemonSet = daemonSetOf(flags);
  if (daemonSet === undefined) throw new UsageError(`wait needs a DaemonSet: ${PROGRAM} wait ds/NAME.`);
  const until = flagValue(flags, "for") ?? "complete";
  if (until !== "complete" && until !== "updated") throw new UsageError(`--for is complete or updated: "${until}" is neither.`);
  return {
    ...query,
    daemonSet,
    until,
    timeoutMs: parseDurationMs("timeout", flagValue(flags, "timeout") ?? DEFAULT_TIMEOUT),
    requireNodes: flags.values.has("require-nodes"),
  };
}

const isSelector = (word: string): boolean => /[=!]/.test(word) && !word.startsWith("-");

/** Returns the words of a step from a flag such as --taint. A selector needs no -l there, because it comes first. */
function stepWords(verb: string, text: string): string {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const hasSelector = isSelector(first) && !first.includes(":") && (verb === "cordon" || rest.length > 0);
  return `${verb} ${hasSelector ? `-l ${text.trim()}` : text}`;
}

/** Parses `daemonscope what-if`. Throws UsageError. */
export function whatIfOptions(flags: ParsedFlags): WhatIfConfig {
  const { values, words } = flags;
  const files = values.get("filename") ?? [];
  const steps = [
    ...(words.length === 0 ? [] : [words.join(" ")]),
    ...(values.get("step") ?? []),
    ...(["taint", "label", "cordon"] as const).flatMap((verb) => (values.get(verb) ?? []).map((text) => stepWords(verb, text))),
    ...(values.get("image") ?? []).map((text) => `set-image ${text}`),
  ];
  if (files.length + steps.length === 0)
    throw new UsageError(`what-if needs a change: ${PROGRAM} what-if cordon NODE, --taint 'NODE key=value:Effect', or -f FILE.`);
  return {
    ...planOf(flags, "one"),
    files,
    steps,
    strict: values.has("strict"),
    ...optionalEntry("format", formatOf(values.get("output")?.[0])),
    ...optionalEntry("recording", recordingOf(flags)),
  };
}
