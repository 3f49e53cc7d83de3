import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import { isUpdated, type PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { type AnswerHead, answerHead } from "@daemonscope/words/answers/answer-kind";
import { type CauseEntry, causeEntry } from "@daemonscope/words/answers/cause-entry";
import { type PairPod, pairPod } from "@daemonscope/words/answers/pair-pod";
import { type PodAnswer, podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import { english } from "@daemonscope/words/english";
import { failureText, requirementOf } from "@daemonscope/words/english/check-text";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { FIRST_LIST_TIMEOUT_MS, openCommandModel } from "../open/open-command-model.ts";
import { selectNamedKeys } from "../open/select-keys.ts";
import { isListed } from "../options/list-options.ts";
import type { PodFilter, PodsConfig, RecordingOptions } from "../options/query-options.ts";
import { formatCause, formatPod } from "../print/format-pod.ts";
import { isForPrograms, type ListAnswer, type ListRow, printList } from "../print/list-answer.ts";
import { noResourcesText } from "../print/text-table.ts";
import { signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES, type StatusSource } from "./status.ts";

/** A pair of a DaemonSet and a node as `daemonscope pods -o json` prints it, with or without a pod. The schema is
 *  pods.schema.json. */
interface PairEntry {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  readonly cause?: CauseEntry;
  readonly doubt?: string;
  readonly asOf?: string;
}

interface PodEntry extends AnswerHead<"DaemonPod">, PairEntry, PairPod {
  readonly uid: string;
  /** The number of its revision; null if the ControllerRevision is gone. */
  readonly revision: number | null;
  readonly old: boolean;
  /** Its node exists, and does not want it. */
  readonly misscheduled: boolean;
  /** The deciding check of a misscheduled pod. */
  readonly why?: string;
}

type MissingEntry = AnswerHead<"MissingDaemonPod"> & PairEntry & { readonly message: string };

interface PodsShape {
  readonly isWide: boolean;
  readonly withNamespace: boolean;
}

/** A daemon pod with the facts that the filters need. */
interface DaemonPod {
  readonly facts: PodFacts;
  readonly answer: PodAnswer;
  readonly forPrograms: PairPod;
  readonly isOld: boolean;
  readonly isMisscheduled: boolean;
}

const MATCHES: Readonly<Record<PodFilter, (pod: DaemonPod) => boolean>> = {
  old: ({ isOld }) => isOld,
  misscheduled: ({ isMisscheduled }) => isMisscheduled,
  "not-ready": ({ facts }) => !facts.ready,
  failing: ({ forPrograms }) => forPrograms.failing,
};

const orderOfPairs = (a: PodFacts, b: PodFacts): number => (a.node === b.node ? 0 : a.node < b.node ? -1 : 1);

/** Returns the nodes that have pods of a DaemonSet, sorted. Nodes that no longer exist count. */
function nodesOf(podsByKey: ReadonlyMap<DaemonSetKey, readonly PodFacts[]>, key: DaemonSetKey): readonly string[] {
  return [...new Set([...(podsByKey.get(key) ?? [])].sort(orderOfPairs).map(({ node }) => node))];
}

/** Groups the pods of the cluster by DaemonSet. O(pods). */
function podsByDaemonSet(reading: ClusterReading): ReadonlyMap<DaemonSetKey, readonly PodFacts[]> {
  const byKey = new Map<DaemonSetKey, PodFacts[]>();
  for (const { key, pod } of reading.pods()) {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [pod]);
    else known.push(pod);
  }
  return byKey;
}

/** Returns the pods of a pair, in the controller's order. */
function podsOfPair(reading: ClusterReading, key: DaemonSetKey, node: string): readonly DaemonPod[] {
  const set = reading.setFacts(key);
  if (set === undefined) return [];
  const answers = podAnswersOf(reading, key, node, true);
  const hostPorts = reading.daemonSetRecord(key)?.hostPorts ?? [];
  const { phrases = [] } = formatPod(answers, reading.nowMs, hostPorts);
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const isMisscheduled = cellState(reading.cellAt(key, node)) === "misscheduled" && reading.nodeRecord(node) !== undefined;
  return reading.podsOf(key, node).flatMap((facts, at) => {
    const answer = answers[at];
    if (answer === undefined) return [];
    return {
      facts,
      answer,
      forPrograms: pairPod(facts, set, answer.trouble, phrases[at] ?? "", reading.nowMs),
      isOld: !isUpdated(facts, current),
      isMisscheduled: isMisscheduled && set.isBeingDeleted !== true,
    };
  });
}

const splitKey = (key: DaemonSetKey): readonly [namespace: string, name: string] => {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
};

/** Returns the text of the column REVISION: `3`, `2 (old)`, or the hash of a revision that is gone. */
function revisionCell(revision: number | undefined, { facts: { hash }, isOld }: DaemonPod): string {
  return `${revision ?? hash ?? "<unknown>"}${isOld ? " (old)" : ""}`;
}

const podHeader = ({ isWide, withNamespace }: PodsShape): readonly string[] => [
  ...(withNamespace ? ["NAMESPACE"] : []),
  ..."NAME,READY,STATE,RESTARTS,AGE,NODE,REVISION".split(","),
  ...(isWide ? ["DAEMONSET", "PHASE", "HASH"] : []),
  "CAUSE",
];

const missingHeader = ({ withNamespace }: PodsShape): readonly string[] => [
  ...(withNamespace ? ["NAMESPACE"] : []),
  "DAEMONSET",
  "NODE",
  "CAUSE",
];

/** Builds the rows of one DaemonSet. */
class RowsOfDaemonSet {
  readonly #source: StatusSource;
  readonly #shape: PodsShape;
  readonly #key: DaemonSetKey;
  readonly #revisions: ReadonlyMap<string, number>;
  readonly #hostPorts: readonly number[];

  constructor(source: StatusSource, key: DaemonSetKey, shape: PodsShape) {
    this.#source = source;
    this.#shape = shape;
    this.#key = key;
    const record = source.reading.daemonSetRecord(key);
    this.#revisions = new Map(record?.revisions.map(({ hash, revision }) => [hash, revision]));
    this.#hostPorts = record?.hostPorts ?? [];
  }

  pod(pod: DaemonPod): ListRow {
    const { facts, answer, forPrograms, isOld, isMisscheduled } = pod;
    const { reading } = this.#source;
    const [namespace, daemonSet] = splitKey(this.#key);
    const revision = facts.hash === undefined ? undefined : this.#revisions.get(facts.hash);
    const found =
      answer.trouble !== undefined
        ? { cause: answer.trouble, detail: answer.troubleDetail ?? {} }
        : isMisscheduled || !facts.ready
          ? reading.causeOn(this.#key, facts.node)
          : undefined;
    const ageMs = reading.nowMs - facts.createdAtMs;
    const placement = isMisscheduled ? reading.placementOf(this.#key, facts.node) : undefined;
    const decisive = placement === undefined ? undefined : decisiveCheck(placement.checks);
    const causeCell = () => {
      if (answer.trouble === undefined && decisive !== undefined) return `misscheduled: ${requirementOf(decisive)}`;
      if (found === undefined) return "<none>";
      return this.#shape.isWide
        ? formatCause(found, reading.nowMs, this.#hostPorts)
        : causeOrPortSentence(english, found.cause, this.#hostPorts);
    };
    return {
      cells: () => [
        ...(this.#shape.withNamespace ? [namespace] : []),
        facts.name,
        String(facts.ready),
        forPrograms.state,
        String(facts.restarts),
        humanDuration(ageMs),
        facts.node,
        revisionCell(revision, pod),
        ...(this.#shape.isWide ? [daemonSet, facts.phase, facts.hash ?? "<none>"] : []),
        causeCell(),
      ],
      entry: (): PodEntry => ({
        ...answerHead("DaemonPod"),
        namespace,
        ...forPrograms,
        daemonSet,
        node: facts.node,
        uid: facts.uid,
        revision: revision ?? null,
        old: isOld,
        misscheduled: isMisscheduled,
        ...(decisive === undefined ? {} : { why: failureText(decisive) }),
        ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
        ...this.#freshness(),
      }),
      name: `pod/${facts.name}`,
      labels: this.#labels(),
      ageMs,
    };
  }

  missing(node: string): ListRow {
    const { reading } = this.#source;
    const [namespace, daemonSet] = splitKey(this.#key);
    const found = reading.causeOn(this.#key, node);
    const short = found === undefined ? "no pod yet" : causeOrPortSentence(english, found.cause, this.#hostPorts);
    const message = found === undefined ? short : formatCause(found, reading.nowMs, this.#hostPorts);
    return {
      cells: () => [...(this.#shape.withNamespace ? [namespace] : []), daemonSet, node, this.#shape.isWide ? message : short],
      entry: (): MissingEntry => ({
        ...answerHead("MissingDaemonPod"),
        namespace,
        daemonSet,
        node,
        message,
        ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
        ...this.#freshness(),
      }),
      name: `node/${node}`,
      labels: this.#labels(),
    };
  }

  #labels() {
    return this.#source.reading.daemonSet(this.#key)?.metadata.labels ?? {};
  }

  #freshness(): Pick<PairEntry, "doubt" | "asOf"> {
    return { ...optionalEntry("doubt", this.#source.doubt()), ...optionalEntry("asOf", this.#source.asOf) };
  }
}

/** Returns the rows of the selected DaemonSets, by DaemonSet and node. */
function answerOf(source: StatusSource, keys: readonly DaemonSetKey[], { show, ...config }: PodsConfig): ListAnswer {
  const { reading } = source;
  const shape = { isWide: config.format === "wide", withNamespace: config.allNamespaces };
  if (show.kind === "missing") {
    const nodes = reading
      .nodes()
      .map(({ name }) => name)
      .sort();
    const rows = keys.flatMap((key) => {
      if (reading.setFacts(key)?.isBeingDeleted === true) return [];
      const rowsOf = new RowsOfDaemonSet(source, key, shape);
      return nodes.filter((node) => cellState(reading.cellAt(key, node)) === "missing").map((node) => rowsOf.missing(node));
    });
    return { header: missingHeader(shape), rows };
  }
  const podsByKey = podsByDaemonSet(reading);
  const rows = keys.flatMap((key) => {
    const rowsOf = new RowsOfDaemonSet(source, key, shape);
    const pods = nodesOf(podsByKey, key).flatMap((node) => podsOfPair(reading, key, node));
    return pods.filter((pod) => show.filters.every((filter) => MATCHES[filter](pod))).map((pod) => rowsOf.pod(pod));
  });
  return { header: podHeader(shape), rows };
}

function print(
  source: StatusSource,
  inScope: readonly DaemonSetKey[],
  namespaces: Iterable<string>,
  config: PodsConfig,
  namespace: string | undefined,
  terminal: Terminal,
): void {
  const { format, list, daemonSets } = config;
  const { reading } = source;
  const keys = selectNamedKeys(inScope, daemonSets, namespace, namespaces).filter((key) => {
    const daemonSet = reading.daemonSet(key);
    return daemonSet !== undefined && isListed(list, daemonSet);
  });
  const answer = answerOf(source, keys, config);
  const isProgram = isForPrograms(format, list);
  if (source.words !== undefined) terminal.warn(`${escapeControl(source.words)}.`);
  const isArray = list.template === undefined && isProgram;
  if (!isArray && [...answer.rows].length === 0) return terminal.warn(noResourcesText(namespace));
  printList(answer, config, terminal);
}

/** Runs `pods` on an open cluster. */
export async function podsOn(cluster: OpenCluster, config: PodsConfig, terminal: Terminal): Promise<number> {
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? cluster.namespace);
  const live = openCommandModel(cluster, {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    timeoutMs: FIRST_LIST_TIMEOUT_MS,
    terminal,
  });
  try {
    if (!(await live.listed(terminal.stop))) return signalExitCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    print(live, live.reading.daemonSetKeys(), [], config, namespace, terminal);
    return 0;
  } finally {
    await live.close();
  }
}

async function podsOfRecording(choice: RecordingOptions, config: PodsConfig, terminal: Terminal): Promise<number> {
  const { recordedMoment } = await import("../record/recorded-moment.ts");
  const recorded = await recordedMoment(choice, terminal);
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? recorded.namespace);
  const all = recorded.reading.daemonSetKeys();
  const inScope = all.filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
  print(recorded, inScope, new Set(all.map((key) => splitKey(key)[0])), config, namespace, terminal);
  return 0;
}

/** `daemonscope pods`: daemon pods with their revision, state and cause, or nodes that lack one. Returns the exit
 *  code. */
export async function pods(config: PodsConfig, terminal: Terminal): Promise<number> {
  if (config.recording !== undefined) return podsOfRecording(config.recording, config, terminal);
  const { openCluster } = await import("../open/open-cluster.ts");
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await podsOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
