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

/** The common part of explain, status, wait and diff. Absent fields were not given. */
interface QueryConfig extends ClusterPlan {
  /** The name, without the kind. */
  readonly daemonSet?: string;
  readonly allNamespaces: boolean;
  readonly format?: OutputFormat;
}

/** A recording that is queried instead of a cluster. */
export interface RecordingOptions {
  readonly file: string;
  /** Absent: its end. */
  readonly atMs?: number;
}

/** The files hold manifests; `-` is standard input. Absent: the cluster's objects. */
export interface ExplainConfig extends QueryConfig {
  readonly node?: string;
  readonly nodesFile?: string;
  readonly daemonSetFile?: string;
  readonly recording?: RecordingOptions;
}

export interface StatusConfig extends QueryConfig {
  readonly watch: boolean;
  readonly recording?: RecordingOptions;
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

/** Returns the name in `ds/NAME`, `daemonset/NAME`, `ds NAME` or `NAME`, as kubectl accepts them. */
function daemonSetOf({ command, words }: ParsedFlags): string | undefined {
  const [first, second, third] = words;
  if (first === undefined) return undefined;
  const slash = first.indexOf("/");
  const isKind = slash < 0 && KIND_NAMES.includes(first.toLowerCase());
  const kind = slash < 0 ? undefined : first.slice(0, slash);
  const name = slash >= 0 ? first.slice(slash + 1) : isKind ? second : first;
  const tooMany = isKind ? third : second;
  if (kind !== undefined && !KIND_NAMES.includes(kind.toLowerCase()))
    throw new UsageError(`${command} is about DaemonSets: "${first}" is something else; write ds/${first.slice(slash + 1)}.`);
  if (tooMany !== undefined) throw new UsageError(`${command} takes one DaemonSet: "${tooMany}" is one too many.`);
  if (name === undefined) return undefined;
  if (!isDnsSubdomain(name)) throw new UsageError(`"${name}" cannot be the name of a DaemonSet: small letters, digits, "-" and ".".`);
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
    ...optionalEntry("daemonSet", daemonSetOf(flags)),
    ...optionalEntry("format", formatOf(flags.values.get("output")?.[0])),
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
  const recording = recordingOf(flags);
  if (recording !== undefined && flagValue(flags, "nodes") !== undefined && flagValue(flags, "daemonset") !== undefined)
    throw new UsageError("--nodes and --daemonset give all that is asked, and --from nothing to it: leave one out.");
  return {
    ...optionalEntry("recording", recording),
    ...queryOf(flags, "one"),
    ...optionalEntry("node", flagValue(flags, "node")),
    ...optionalEntry("nodesFile", flagValue(flags, "nodes")),
    ...optionalEntry("daemonSetFile", flagValue(flags, "daemonset")),
  };
}

/** Parses `daemonscope status`. Throws UsageError. */
export function statusOptions(flags: ParsedFlags): StatusConfig {
  const recording = recordingOf(flags);
  const watch = flags.values.has("watch");
  if (watch && recording !== undefined) throw new UsageError("--watch follows a cluster, and a recording is over: leave one out.");
  return { ...queryOf(flags, "several"), watch, ...optionalEntry("recording", recording) };
}

/** Parses `daemonscope diff`. Throws UsageError. */
export function diffOptions(flags: ParsedFlags): DiffConfig {
  const query = queryOf(flags, "several");
  const { daemonSet } = query;
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
  const { daemonSet } = query;
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
