import { tokenText } from "@daemonscope/daemonset/actions/changes/text/tokenize-steps";
import { isDnsSubdomain } from "@daemonscope/kube/matching/label-syntax";
import { engineOf, isEngineUrl } from "../../engine/stream/engine-options.ts";
import { requireStreamName } from "../../engine/stream/stream-name.ts";
import { numberOf, optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { type ColorChoice, colorChoiceOf } from "../flags/color-choice.ts";
import { type FailReason, failReasonsOf } from "../flags/fail-reasons.ts";
import type { FlagName } from "../flags/flags.ts";
import { formatOf, isReport, type OutputCommand, type OutputFormat } from "../flags/output-format.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type ClusterPlan, clusterFlagOf, clusterPlanOf } from "./cluster-options.ts";
import { type ListOptions, listOptions, selectorsOf } from "./list-options.ts";
import { parseMoment, type TypedMoment } from "./moment-option.ts";

/** The common part of explain, status, wait and diff. Absent fields were not given. */
interface QueryConfig extends ClusterPlan {
  readonly allNamespaces: boolean;
  readonly format?: OutputFormat;
  readonly color?: ColorChoice;
}

/** The common part of explain, status and pods. */
export interface ListQueryConfig extends QueryConfig {
  /** Names without the kind; empty: all. */
  readonly daemonSets: readonly string[];
  readonly list: ListOptions;
  readonly recording?: RecordingOptions;
}

/** A recording that is queried instead of a cluster. */
export interface RecordingOptions {
  readonly file: string;
  /** Absent: its end. */
  readonly at?: TypedMoment;
}

/** The sources of manifests. */
export interface ManifestSources {
  /** Files, or directories of them; `-` is standard input. */
  readonly files: readonly string[];
  /** Directories that kustomize builds. */
  readonly kustomizations: readonly string[];
  /** Subdirectories of `files` are read too. */
  readonly isRecursive: boolean;
}

/** The files hold manifests; `-` is standard input. Absent: the cluster's objects. */
export interface ExplainConfig extends ListQueryConfig {
  readonly node?: string;
  readonly nodesFile?: string;
  readonly manifests?: ManifestSources;
  /** Only these pairs. */
  readonly only?: "excluded" | "missing";
}

export interface StatusConfig extends ListQueryConfig {
  readonly watch: boolean;
  /** Each line of a watch has its time. */
  readonly isTimestamped: boolean;
  /** Each change has its event: ADDED, MODIFIED or DELETED. */
  readonly watchEvents: boolean;
}

/** The filters of pods; all of them must match. */
const POD_FILTERS = ["old", "misscheduled", "not-ready", "failing"] as const;
export type PodFilter = (typeof POD_FILTERS)[number];

export interface PodsConfig extends ListQueryConfig {
  /** `missing`: nodes without a pod that they want. */
  readonly show: { readonly kind: "pods"; readonly filters: readonly PodFilter[] } | { readonly kind: "missing" };
}

/** Events of one DaemonSet, or of all in the namespace. */
export interface EventHistoryConfig extends QueryConfig {
  /** A recording. Absent: the cluster's own events. */
  readonly file?: string;
  readonly daemonSet?: string;
  readonly since?: TypedMoment;
  readonly list: ListOptions;
}

export interface WaitConfig extends QueryConfig {
  /** Names without the kind; empty: those that `list` selects. */
  readonly daemonSets: readonly string[];
  readonly list: Pick<ListOptions, "labels" | "fields" | "ignoreNotFound">;
  readonly until: "complete" | "updated";
  /** 0 means no timeout. */
  readonly timeoutMs: number;
  /** A DaemonSet that no node matches is a failure. */
  readonly requireNodes: boolean;
  /** Pods on nodes that leave or shut down do not count. */
  readonly ignoreLeavingNodes: boolean;
}

/** Compares several clusters with the first, two revisions, or a cluster with a file. */
export interface DiffConfig extends QueryConfig {
  readonly showEnvValues: boolean;
  readonly sides:
    | { readonly kind: "clusters"; readonly daemonSet: string }
    /** Without `to`: the current spec. */
    | { readonly kind: "revisions"; readonly daemonSet: string; readonly from: number; readonly to?: number }
    /** Without `daemonSet`: each DaemonSet of the files. */
    | { readonly kind: "files"; readonly manifests: ManifestSources; readonly daemonSet?: string };
}

/** The files hold steps or manifests. */
export interface WhatIfConfig extends ClusterPlan, ManifestSources {
  readonly format?: OutputFormat;
  readonly color?: ColorChoice;
  /** Steps in words, in order of execution, after those of files. */
  readonly steps: readonly string[];
  /** A manifest that the API server would refuse is an error. */
  readonly strict: boolean;
  /** The reasons to fail, in place of `lost` alone; absent if they were not given. */
  readonly failOn?: readonly FailReason[];
  readonly allNamespaces: boolean;
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

/** Only `explain` has `--node`. */
const nodeHint = (command: string, kind: string, name: string): string =>
  /^(?:no|nodes?)$/i.test(kind) && command === "explain" ? `: use --node ${name}` : "";

/** Returns the name in `ds/NAME`, `daemonset/NAME` or `NAME`, as kubectl accepts them. */
function nameOf(word: string, command: string): string {
  const slash = word.indexOf("/");
  const name = word.slice(slash + 1);
  if (slash >= 0 && !KIND_NAMES.includes(word.slice(0, slash).toLowerCase()))
    throw new UsageError(`${command} supports only DaemonSets, not "${word}"${nodeHint(command, word.slice(0, slash), name)}`);
  if (!isDnsSubdomain(name)) throw new UsageError(`invalid DaemonSet name "${name}": use lower-case letters, digits, "-" and "."`);
  return name;
}

/** Returns the named DaemonSets, each once. */
const namesOf = ({ command, words }: ParsedFlags): readonly string[] => [...new Set(nameWords(words).map((word) => nameOf(word, command)))];

/** Returns the only named DaemonSet; undefined without a name. */
function daemonSetOf({ command, words }: ParsedFlags): string | undefined {
  const [word, tooMany] = nameWords(words);
  const name = word === undefined ? undefined : nameOf(word, command);
  if (tooMany !== undefined) throw new UsageError(`${command} takes at most one DaemonSet, got "${word}" and "${tooMany}"`);
  return name;
}

/** Returns the clusters that a query reads, of a kubeconfig or of an engine. `scope`: how many of an engine the command
 *  can query. */
function planOf(flags: ParsedFlags, scope: "one" | "several"): ClusterPlan {
  const url = flagValue(flags, "from");
  const isLiveOnly = flags.command === "wait" || flags.command === "diff";
  if (isLiveOnly && url !== undefined && !url.includes("://"))
    throw new UsageError(
      `${flags.command} cannot be used with a recording: --from takes the URL of an engine here, such as nats://HOST:4222`,
    );
  const isFile = url !== undefined && !isEngineUrl(url) && !isLiveOnly;
  const engine = isFile ? undefined : engineOf((name) => flagValue(flags, name), "from");
  if (engine === undefined) return clusterPlanOf(flags);
  const names = flags.values.get("cluster") ?? [];
  const typed = clusterFlagOf({ typed: new Set([...flags.typed].filter((name) => name !== "cluster")) });
  if (typed !== undefined) throw new UsageError(`use either --${typed} or --from URL, not both: an engine needs no other cluster`);
  for (const name of names) requireStreamName(name, true);
  const values = new Map([...flags.values].filter(([name]) => name !== "cluster"));
  const { several: _, ...plan } = clusterPlanOf({ ...flags, values });
  const [cluster, second] = names;
  if (scope === "one" || (cluster !== undefined && second === undefined && flags.command !== "diff"))
    return { ...plan, followed: { engine, ...optionalEntry("cluster", cluster) } };
  return { ...plan, several: { kind: "engine", engine, clusters: [...new Set(names)] } };
}

function queryOf(flags: ParsedFlags, command: OutputCommand, scope: "one" | "several"): QueryConfig {
  const plan = planOf(flags, scope);
  const allNamespaces = flags.values.has("all-namespaces");
  return {
    ...plan,
    allNamespaces,
    ...optionalEntry("format", formatOf(flagValue(flags, "output"), command)),
    ...optionalEntry("color", colorChoiceOf(flagValue(flags, "color"))),
  };
}

export function listQueryOf(flags: ParsedFlags, command: OutputCommand, scope: "one" | "several"): ListQueryConfig {
  const recording = recordingOf(flags);
  const daemonSets = namesOf(flags);
  return {
    ...planOf(flags, scope),
    allNamespaces: flags.values.has("all-namespaces"),
    daemonSets,
    ...listOptions(flags, command, daemonSets.length > 0),
    ...optionalEntry("color", colorChoiceOf(flagValue(flags, "color"))),
    ...optionalEntry("recording", recording),
  };
}

const flagValue = (flags: ParsedFlags, name: FlagName): string | undefined => flags.values.get(name)?.[0];

const manifestSourcesOf = ({ values }: ParsedFlags): ManifestSources => ({
  files: [...(values.get("daemonset") ?? []), ...(values.get("filename") ?? [])],
  kustomizations: values.get("kustomize") ?? [],
  isRecursive: values.has("recursive"),
});

/** Reports whether a command line has -f or -k. */
const hasManifests = ({ files, kustomizations }: ManifestSources): boolean => files.length + kustomizations.length > 0;

function recordingOf(flags: ParsedFlags): RecordingOptions | undefined {
  const file = flagValue(flags, "from");
  const at = flagValue(flags, "at");
  if (file !== undefined && isEngineUrl(file)) {
    if (at !== undefined) throw new UsageError("--at cannot be used with an engine, whose state is read as of now. Use --from FILE");
    return undefined;
  }
  if (file === undefined) {
    if (at !== undefined) throw new UsageError("--at requires --from FILE");
    return undefined;
  }
  const flag = clusterFlagOf(flags);
  if (flag !== undefined) throw new UsageError(`use either --${flag} or --from FILE, not both: a recording needs no cluster`);
  return { file, ...optionalEntry("at", at === undefined ? undefined : parseMoment("at", at)) };
}

/** Parses `daemonscope explain`. Throws UsageError. */
export function explainOptions(flags: ParsedFlags): ExplainConfig {
  const query = listQueryOf(flags, "explain", "one");
  const only = (["excluded", "missing"] as const).filter((each) => flags.values.has(each));
  if (only.length > 1) throw new UsageError("use either --excluded or --missing, not both");
  const manifests = manifestSourcesOf(flags);
  const nodesFile = flagValue(flags, "nodes");
  if (only[0] === "missing" && (nodesFile !== undefined || hasManifests(manifests)))
    throw new UsageError("--missing cannot be used with files: they have no pods");
  if (query.recording !== undefined && nodesFile !== undefined && hasManifests(manifests))
    throw new UsageError("use either --from or both --nodes and --filename");
  if (query.format === "github" && !hasManifests(manifests))
    throw new UsageError("-o github annotates manifests: name their file with -f FILE.");
  return {
    ...query,
    ...optionalEntry("only", only[0]),
    ...optionalEntry("node", flagValue(flags, "node")),
    ...optionalEntry("nodesFile", nodesFile),
    ...optionalEntry("manifests", hasManifests(manifests) ? manifests : undefined),
  };
}

/** Parses `daemonscope status`. Throws UsageError. */
export function statusOptions(flags: ParsedFlags): StatusConfig {
  const query = listQueryOf(flags, "status", "several");
  const watch = flags.values.has("watch");
  const watchEvents = flags.values.has("output-watch-events");
  if (watch && query.recording !== undefined) throw new UsageError("--watch cannot be used with a recording");
  if (watchEvents && !watch) throw new UsageError("--output-watch-events needs --watch.");
  if (watchEvents && query.list.template !== undefined) throw new UsageError("--output-watch-events needs a table, json or yaml.");
  if (watch && query.list.sortBy !== undefined) throw new UsageError("use either --sort-by or --watch, not both");
  if (watch && isReport(query.format)) throw new UsageError(`-o ${query.format} is one report: leave out --watch.`);
  const isTimestamped = flags.values.has("timestamps");
  if (isTimestamped && !watch) throw new UsageError("--timestamps requires --watch");
  return { ...query, watch, isTimestamped, watchEvents };
}

/** Parses `daemonscope pods`. Throws UsageError. */
export function podsOptions(flags: ParsedFlags): PodsConfig {
  const filters = POD_FILTERS.filter((filter) => flags.values.has(filter));
  const isMissing = flags.values.has("missing");
  if (isMissing && filters[0] !== undefined) throw new UsageError(`use either --missing or --${filters[0]}, not both`);
  const query = listQueryOf(flags, "pods", "several");
  if (query.several !== undefined && query.list.template?.kind === "name")
    throw new UsageError(
      `-o name cannot be used with several clusters: their ${isMissing ? "nodes" : "pods"} would be mixed. Name one context`,
    );
  return { ...query, show: isMissing ? { kind: "missing" } : { kind: "pods", filters } };
}

/** Parses `daemonscope diff`. Throws UsageError. */
export function diffOptions(flags: ParsedFlags): DiffConfig {
  const query = queryOf(flags, "diff", "several");
  return { ...query, showEnvValues: flags.values.has("show-env-values"), sides: diffSidesOf(flags, query) };
}

function diffSidesOf(flags: ParsedFlags, { several }: QueryConfig): DiffConfig["sides"] {
  const daemonSet = daemonSetOf(flags);
  const revisions = flags.values.get("revision") ?? [];
  const manifests = manifestSourcesOf(flags);
  const isFile = hasManifests(manifests);
  if (isFile && revisions.length > 0) throw new UsageError("use either --revision or --filename, not both");
  const isOfOne = isFile || revisions.length > 0;
  if (isOfOne && several !== undefined)
    throw new UsageError(`--${isFile ? "filename" : "revision"} compares within one cluster: name one context`);
  if (isFile) return { kind: "files", manifests, ...optionalEntry("daemonSet", daemonSet) };
  if (daemonSet === undefined) throw new UsageError(`diff needs a DaemonSet: ${PROGRAM} diff ds/NAME --context A --context B`);
  const [from, to, third] = revisions.map((text) => numberOf("revision", text, 1, Number.MAX_SAFE_INTEGER, true));
  if (third !== undefined) throw new UsageError("--revision may be given at most twice");
  if (from !== undefined) return { kind: "revisions", daemonSet, from, ...optionalEntry("to", to) };
  if (several === undefined)
    throw new UsageError(
      "diff needs two sides: --context A --context B, --all-contexts, --from nats://HOST:4222, --revision N, or -f FILE",
    );
  return { kind: "clusters", daemonSet };
}

/** Parses `daemonscope wait`. Throws UsageError. */
export function waitOptions(flags: ParsedFlags): WaitConfig {
  const query = queryOf(flags, "wait", "several");
  const daemonSets = namesOf(flags);
  const isAll = flags.values.has("all");
  if (isAll && daemonSets.length > 0) throw new UsageError("name cannot be provided when --all is specified");
  const list = selectorsOf(flags, "wait", daemonSets.length > 0);
  if (daemonSets.length === 0 && !isAll && (list.labels ?? list.fields) === undefined)
    throw new UsageError(`wait needs a DaemonSet: ${PROGRAM} wait ds/NAME, -l SELECTOR, or --all.`);
  const until = flagValue(flags, "for") ?? "complete";
  if (until !== "complete" && until !== "updated") throw new UsageError(`--for is complete or updated: "${until}" is neither.`);
  return {
    ...query,
    daemonSets,
    list: { ...list, ignoreNotFound: false },
    until,
    timeoutMs: parseDurationMs("timeout", flagValue(flags, "timeout") ?? DEFAULT_TIMEOUT),
    requireNodes: flags.values.has("require-nodes"),
    ignoreLeavingNodes: flags.values.has("ignore-leaving-nodes"),
  };
}

/** Parses `daemonscope history`. Throws UsageError. */
export function eventHistoryOptions(flags: ParsedFlags): EventHistoryConfig {
  const file = flagValue(flags, "from");
  if (file !== undefined && isEngineUrl(file))
    throw new UsageError("history cannot read an engine: use --from FILE, or show it with daemonscope serve --from URL");
  const recording = recordingOf(flags);
  const since = flagValue(flags, "since");
  return {
    ...planOf(flags, "one"),
    allNamespaces: flags.values.has("all-namespaces"),
    ...listOptions(flags, "history", false),
    ...optionalEntry("color", colorChoiceOf(flagValue(flags, "color"))),
    ...optionalEntry("file", recording?.file),
    ...optionalEntry("daemonSet", daemonSetOf(flags)),
    ...optionalEntry("since", since === undefined ? undefined : parseMoment("since", since)),
  };
}

const isSelector = (word: string): boolean => /[=!]/.test(word) && !word.startsWith("-");

/** Returns the words of a step from a flag such as --taint. A selector needs no -l there, because it comes first. */
function stepWords(verb: string, text: string): string {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const hasSelector = isSelector(first) && !first.includes(":") && (verb === "cordon" || rest.length > 0);
  return `${verb} ${hasSelector ? `-l ${text.trim()}` : text}`;
}

/** Flags of the step join and of the command: `join 3 --label a=b`. A separate step in such a flag has a space. */
const JOIN_FLAGS = ["label", "taint"] as const;
const isJoinValue = (text: string): boolean => !/\s/.test(text.trim());

/** Returns the typed step with its flags, in any order. Undefined without a step. */
function typedStep({ words, values }: ParsedFlags): string | undefined {
  const start = words.findIndex((word) => !word.startsWith("-"));
  const [flag] = words.filter((word) => word.startsWith("-"));
  if (start < 0) {
    if (flag === undefined) return undefined;
    throw new UsageError(`${flag} belongs to one typed step: ${PROGRAM} what-if taint -l pool=gpu key=value:Effect.`);
  }
  const text = [...words.slice(start), ...words.slice(0, start)].join(" ");
  if (flag !== undefined && /[;\n]/.test(text))
    throw new UsageError(`${flag} belongs to one typed step: ${PROGRAM} what-if taint -l pool=gpu key=value:Effect.`);
  if (!words.includes("join")) return text;
  const joined = JOIN_FLAGS.flatMap((name) => (values.get(name) ?? []).filter(isJoinValue).map((value) => `--${name} ${tokenText(value)}`));
  return [text, ...joined].join(" ");
}

/** Parses `daemonscope what-if`. Throws UsageError. */
export function whatIfOptions(flags: ParsedFlags): WhatIfConfig {
  const { values } = flags;
  const manifests = manifestSourcesOf(flags);
  const typed = typedStep(flags);
  const isJoin = flags.words.includes("join");
  const steps = [
    ...(typed === undefined ? [] : [typed]),
    ...(values.get("step") ?? []),
    ...(["taint", "label", "cordon"] as const).flatMap((verb) =>
      (values.get(verb) ?? []).filter((text) => !isJoin || !isJoinValue(text)).map((text) => stepWords(verb, text)),
    ),
    ...(values.get("image") ?? []).map((text) => `set-image ${text}`),
  ];
  if (steps.length === 0 && !hasManifests(manifests))
    throw new UsageError(`what-if needs a change: ${PROGRAM} what-if cordon NODE, --taint 'NODE key=value:Effect', or -f FILE.`);
  return {
    ...planOf(flags, "one"),
    ...manifests,
    allNamespaces: values.has("all-namespaces"),
    steps,
    strict: values.has("strict"),
    ...optionalEntry("format", formatOf(flagValue(flags, "output"), "what-if")),
    ...optionalEntry("color", colorChoiceOf(flagValue(flags, "color"))),
    ...optionalEntry("failOn", failReasonsOf(values.get("fail-on"))),
    ...optionalEntry("recording", recordingOf(flags)),
  };
}
