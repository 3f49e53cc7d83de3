import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { cellState, isLeavingCell } from "@daemonscope/daemonset/pair/cell/cell";
import { isUpdated, type PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { pairPod } from "@daemonscope/words/answers/pair-pod";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { withListedModel } from "../open/open-command-model.ts";
import { isSelected, selectDaemonSets } from "../open/select-keys.ts";
import { isListedPod } from "../options/list-options.ts";
import type { PodFilter, PodsConfig } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { formatPod } from "../print/format-pod.ts";
import { isForPrograms, type ListAnswer, printList } from "../print/list-answer.ts";
import { noResourcesText, nothingFoundText } from "../print/text-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type DaemonPod, missingHeader, podHeader, RowsOfDaemonSet } from "./pod-rows.ts";
import { DEGRADABLE_SOURCES, OPTIONAL_SOURCES, REQUIRED_SOURCES, type StatusSource } from "./status.ts";

const MATCHES: Readonly<Record<PodFilter, (pod: DaemonPod) => boolean>> = {
  old: ({ isOld }) => isOld,
  misscheduled: ({ isMisscheduled }) => isMisscheduled,
  "not-ready": ({ facts }) => !facts.ready,
  failing: ({ forPrograms }) => forPrograms.failing,
};

const orderOfPairs = (a: PodFacts, b: PodFacts): number => compareTexts(a.node, b.node);

/** Returns the nodes that have pods of a DaemonSet, sorted. Nodes that no longer exist count. */
function nodesOf(podsByKey: ReadonlyMap<DaemonSetKey, readonly PodFacts[]>, key: DaemonSetKey): readonly string[] {
  return [...new Set([...(podsByKey.get(key) ?? [])].sort(orderOfPairs).map(({ node }) => node))];
}

/** Groups the pods of the cluster by DaemonSet. O(pods). */
function podsByDaemonSet(reading: ClusterReading): ReadonlyMap<DaemonSetKey, readonly PodFacts[]> {
  const byKey = new Map<DaemonSetKey, PodFacts[]>();
  for (const { key, pod } of reading.pods()) {
    appendTo(byKey, key, pod);
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
  const isLeaving = isLeavingCell(reading.cellAt(key, node));
  return reading.podsOf(key, node).flatMap((facts, at) => {
    const answer = answers[at];
    if (answer === undefined) return [];
    return {
      facts,
      answer,
      forPrograms: pairPod(facts, set, answer.trouble, phrases[at] ?? "", reading.nowMs),
      isOld: !isUpdated(facts, current),
      isLeaving,
      isMisscheduled: isMisscheduled && set.isBeingDeleted !== true,
    };
  });
}

/** Returns the rows of the selected DaemonSets, by DaemonSet and node. `cluster`: set if there are several. */
export function podsAnswer(source: StatusSource, keys: readonly DaemonSetKey[], config: PodsConfig, cluster?: string): ListAnswer {
  const { reading } = source;
  const { show } = config;
  const shape = { isWide: config.format === "wide", withNamespace: config.allNamespaces, cluster };
  if (show.kind === "missing") {
    const nodes = reading
      .nodes()
      .map(({ name }) => name)
      .sort();
    const wanted = nodes.filter((node) => isListedPod(config.list, { node }));
    const rows = keys.flatMap((key) => {
      if (reading.setFacts(key)?.isBeingDeleted === true) return [];
      const rowsOf = new RowsOfDaemonSet(source, key, shape);
      return wanted.filter((node) => cellState(reading.cellAt(key, node)) === "missing").map((node) => rowsOf.missing(node));
    });
    return { header: missingHeader(shape), rows };
  }
  const podsByKey = podsByDaemonSet(reading);
  const rows = keys.flatMap((key) => {
    const rowsOf = new RowsOfDaemonSet(source, key, shape);
    const pods = nodesOf(podsByKey, key).flatMap((node) => podsOfPair(reading, key, node));
    const isShown = (pod: DaemonPod) => show.filters.every((filter) => MATCHES[filter](pod)) && isListedPod(config.list, pod.facts);
    return pods.filter(isShown).map((pod) => rowsOf.pod(pod));
  });
  return { header: podHeader(shape), rows };
}

/** Prints the answer of one cluster, or of several. */
export function printPods(answer: ListAnswer, config: PodsConfig, namespace: string | undefined, terminal: Terminal): void {
  const { format, list } = config;
  const isArray = list.template === undefined && isForPrograms(format, list);
  if (!isArray && [...answer.rows].length === 0) {
    if (list.ignoreNotFound) return;
    const isFiltered =
      config.show.kind === "missing" || config.show.filters.length > 0 || config.daemonSets.length > 0 || list.podFields !== undefined;
    return terminal.warn(isFiltered ? nothingFoundText(namespace) : noResourcesText(namespace));
  }
  printList(answer, config, terminal);
}

export const selectedKeys = ({ reading }: StatusSource, config: PodsConfig, namespace: string | undefined): readonly DaemonSetKey[] =>
  selectDaemonSets(reading.daemonSetKeys(), (key) => reading.daemonSet(key), config, namespace);

const isAboutNodes = ({ show }: PodsConfig): boolean => show.kind === "missing" || show.filters.includes("misscheduled");

interface PodsOfCluster {
  readonly answer: ListAnswer;
  readonly keys: readonly DaemonSetKey[];
  readonly namespace: string | undefined;
}

/**
 * Returns the answer of an open cluster; undefined if the user interrupts. `name`: its name, if there are several. One
 * of several may lack a named DaemonSet.
 */
export async function podsIn(
  cluster: OpenCluster,
  config: PodsConfig,
  terminal: Terminal,
  name?: string,
): Promise<PodsOfCluster | undefined> {
  const namespace = requestedNamespace(config, cluster.namespace);
  const options = {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    // These answers are about the nodes.
    ...(isAboutNodes(config) ? {} : { degradable: DEGRADABLE_SOURCES }),
    optional: OPTIONAL_SOURCES,
    terminal,
  };
  return withListedModel(cluster, options, (live) => {
    const { reading } = live;
    const doubt = live.doubt();
    // A closed watch has no doubt any more.
    const source = { reading, doubt: () => doubt };
    const keys =
      name === undefined
        ? selectedKeys(source, config, namespace)
        : reading.daemonSetKeys().filter((key) => isSelected(config, reading.daemonSet(key)));
    return { answer: podsAnswer(source, keys, config, name), keys, namespace };
  });
}
