import { explainEntry } from "@daemonscope/daemonset/describe/explain-entry";
import { podAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import { nodeEntryOf } from "@daemonscope/daemonset/model/node-entry";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { PlacementNode } from "@daemonscope/daemonset/placement/placement-node";
import { nearestNames } from "@daemonscope/kube/nearest";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { ExplainConfig } from "../command-line/query-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { manifestDaemonSets, manifestNodes } from "../manifests/manifest-objects.ts";
import { type FoundObject, readDocuments } from "../manifests/read-documents.ts";
import { fileWords, readText } from "../manifests/read-text.ts";
import { type ExplainedPair, explainTable, proofLines } from "../print/explain-text.ts";
import { inkFor } from "../print/ink.ts";
import { machineList } from "../print/machine.ts";
import { type PodWords, podWords, unknownPods } from "../print/pod-words.ts";
import { chosenKeys, noSuch } from "./chosen-keys.ts";
import { stoppedCode } from "./exit-codes.ts";
import { FIRST_LIST_MS, liveModel } from "./live-model.ts";
import { manifestWarnings } from "./manifest-warnings.ts";
import { type OpenCluster, openCluster } from "./open-cluster.ts";
import type { Terminal } from "./terminal.ts";

/** What is asked about, wherever it came from. */
interface Subject {
  readonly daemonSets: readonly KubeDaemonSet[];
  readonly nodes: readonly PlacementNode[];
  /** The pods of each pair, in words; undefined when they are not asked about: a file gave one half, or a machine reads the answer. */
  readonly podsOf: ((daemonSet: KubeDaemonSet, node: string) => PodWords) | undefined;
}

const keyOf = ({ metadata }: KubeDaemonSet): string => `${metadata.namespace}/${metadata.name}`;

/** Reads each file once: standard input may hold both. Undefined when the person ended it. */
function fileReader(terminal: Terminal): (flag: string, file: string) => Promise<readonly FoundObject[] | undefined> {
  const read = new Map<string, readonly FoundObject[]>();
  return async (flag, file) => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const text = await readText(flag, file, terminal);
    if (text === undefined) return undefined;
    const found = readDocuments(text, fileWords(file));
    read.set(file, found);
    return found;
  };
}

type GivenByFiles = Partial<Pick<Subject, "daemonSets" | "nodes">>;

/** The parts of the subject that files give; warnings go to the terminal. Undefined when the person ended it. */
async function fromFiles(config: ExplainConfig, terminal: Terminal): Promise<GivenByFiles | undefined> {
  const { nodesFile, daemonSetFile, gates, cluster } = config;
  const read = fileReader(terminal);
  const given: { -readonly [K in "daemonSets" | "nodes"]?: Subject[K] } = {};
  const warn = (sentences: readonly string[]) => {
    for (const sentence of sentences) terminal.warn(`Warning: ${sentence}.`);
  };
  if (daemonSetFile !== undefined) {
    const objects = await read("daemonset", daemonSetFile);
    if (objects === undefined) return undefined;
    const found = manifestDaemonSets(fileWords(daemonSetFile), objects, cluster.namespace ?? "default");
    for (const each of found) warn(manifestWarnings("daemonsets", each, gates));
    given.daemonSets = found.map(({ object }) => object);
  }
  if (nodesFile !== undefined) {
    const objects = await read("nodes", nodesFile);
    if (objects === undefined) return undefined;
    const found = manifestNodes(fileWords(nodesFile), objects);
    for (const each of found) warn(manifestWarnings("nodes", each, gates));
    // As the model holds them: an answer is the same byte by byte, wherever the node came from.
    given.nodes = found.map(({ object }) => nodeEntryOf(object).record);
  }
  return given;
}

const isForMachines = ({ format }: ExplainConfig): boolean => format === "json" || format === "yaml";

interface Asked {
  readonly subject: Subject;
  readonly namespace: string | undefined;
}

/** The rest of the subject, from the cluster, of which only what is missing is asked for. Undefined when the person ended it. */
async function fromCluster(
  cluster: OpenCluster,
  config: ExplainConfig,
  given: GivenByFiles,
  terminal: Terminal,
): Promise<Asked | undefined> {
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? cluster.namespace);
  const withPods = given.daemonSets === undefined && given.nodes === undefined && !isForMachines(config);
  const live = liveModel(cluster, {
    plan: config,
    namespace,
    needed: [
      ...(given.daemonSets === undefined ? (["daemonsets"] as const) : []),
      ...(given.nodes === undefined ? (["nodes"] as const) : []),
    ],
    optional: withPods ? ["pods"] : [],
    patienceMs: FIRST_LIST_MS,
    terminal,
  });
  let missingPods: ReturnType<typeof live.missing>;
  try {
    if (!(await live.listed(terminal.stop))) return undefined;
    missingPods = withPods ? live.missing("pods") : undefined;
  } finally {
    await live.close();
  }
  if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
  if (missingPods !== undefined) terminal.warn(`Which pods are there is not known: ${missingPods.words}.`);
  const { model } = live;
  const daemonSets = given.daemonSets ?? model.daemonSetKeys().flatMap((key) => model.daemonSet(key) ?? []);
  const podsOf = (daemonSet: KubeDaemonSet, node: string) => {
    if (missingPods !== undefined) return unknownPods(missingPods.isForbidden);
    const key = keyOf(daemonSet);
    const facts = model.setFacts(key);
    // Revisions are not asked for, so which one a pod is of is not known.
    const pods =
      facts === undefined
        ? []
        : model.podsOf(key, node).map((pod) => podAnswer(pod, facts, model.nowMs, false, model.containersOf(key, pod.hash)));
    return podWords(pods, model.nowMs);
  };
  return { subject: { daemonSets, nodes: given.nodes ?? model.nodes(), podsOf: withPods ? podsOf : undefined }, namespace };
}

const namespacesOf = (daemonSets: readonly KubeDaemonSet[]): ReadonlySet<string> =>
  new Set(daemonSets.map(({ metadata }) => metadata.namespace));

function chosenDaemonSets(
  config: ExplainConfig,
  daemonSets: readonly KubeDaemonSet[],
  namespace: string | undefined,
): readonly KubeDaemonSet[] {
  // A file may hold several namespaces: one that was named is meant there as well.
  const inMeant = daemonSets.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  const keys = new Set(chosenKeys(inMeant.map(keyOf), config.daemonSet, namespace, namespacesOf(daemonSets)));
  return inMeant.filter((daemonSet) => keys.has(keyOf(daemonSet))).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

function chosenNodes({ node }: ExplainConfig, nodes: readonly PlacementNode[]): readonly PlacementNode[] {
  const chosen = node === undefined ? nodes : nodes.filter(({ name }) => name === node);
  if (node !== undefined && chosen.length === 0) {
    const names = nodes.map(({ name }) => name);
    throw noSuch("node", node, "", names);
  }
  return [...chosen].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function printAnswer({ subject, namespace }: Asked, given: GivenByFiles, config: ExplainConfig, terminal: Terminal): void {
  const meant = given.daemonSets === undefined || config.allNamespaces ? namespace : config.cluster.namespace;
  const daemonSets = chosenDaemonSets(config, subject.daemonSets, meant);
  const nodes = chosenNodes(config, subject.nodes);
  const { podsOf } = subject;
  function* pairs(): Generator<ExplainedPair> {
    for (const daemonSet of daemonSets) {
      const { namespace: own, name } = daemonSet.metadata;
      for (const node of nodes) {
        const entry = explainEntry({ namespace: own, name }, node.name, explainPlacement(daemonSet.spec.template, node, config.gates));
        yield { entry, pods: podsOf?.(daemonSet, node.name) };
      }
    }
  }
  if (config.format === "json" || config.format === "yaml") {
    const entries = (function* () {
      for (const { entry } of pairs()) yield entry;
    })();
    for (const text of machineList(config.format, entries)) terminal.write(text);
    return;
  }
  if (daemonSets.length === 0) {
    if (meant === undefined) throw new UsageError("There is no DaemonSet.");
    const [near] = nearestNames(meant, namespacesOf(subject.daemonSets));
    const hint = near === undefined ? "all namespaces are asked with -A." : `did you mean ${near}?`;
    throw new UsageError(`There is no DaemonSet in namespace "${meant}": ${hint}`);
  }
  const isOne = daemonSets.length === 1 && nodes.length === 1;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  const lines =
    config.format === undefined && isOne
      ? [...pairs()].flatMap((pair) => proofLines(pair, ink))
      : explainTable([...pairs()], config.format === "wide");
  for (const line of lines) terminal.say(line);
}

/** The same, with a cluster that can be opened where files do not give both halves. */
export async function explainOn(open: () => Promise<OpenCluster>, config: ExplainConfig, terminal: Terminal): Promise<number> {
  const given = await fromFiles(config, terminal);
  if (given === undefined) return stoppedCode(terminal.stop);
  const { daemonSets, nodes } = given;
  if (daemonSets !== undefined && nodes !== undefined) {
    printAnswer({ subject: { daemonSets, nodes, podsOf: undefined }, namespace: undefined }, given, config, terminal);
    return 0;
  }
  const cluster = await open();
  try {
    const asked = await fromCluster(cluster, config, given, terminal);
    if (asked === undefined) return stoppedCode(terminal.stop);
    printAnswer(asked, given, config, terminal);
    return 0;
  } finally {
    await cluster.close();
  }
}

/** `daemonscope explain`: the DaemonSet controller's checks for each pair, from the cluster, from files, or from both. Gives the exit code. */
export function explain(config: ExplainConfig, terminal: Terminal): Promise<number> {
  return explainOn(() => openCluster(config, "refused", terminal), config, terminal);
}
