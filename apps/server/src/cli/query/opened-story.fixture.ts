import { isDeepStrictEqual } from "node:util";
import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { Taint } from "@daemonscope/kube/objects";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import type { SimulatorStore } from "@daemonscope/simulated-apiserver/store/store";
import { english } from "@daemonscope/words/english";
import { leavingTexts } from "@daemonscope/words/facts/leaving-text";
import { onTestFinished } from "vitest";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { statusLines } from "../print/status-lines.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

/** A DaemonSet that no node wants. */
const TOUCHED = "default/touched";

/** Creates it, or changes an annotation of it. */
function touch(store: SimulatorStore, nowMs: number): StoredObject {
  const [namespace = "", name = ""] = TOUCHED.split("/");
  const metadata = { namespace, name, annotations: { "example.com/at": String(nowMs) } };
  const before = store.get("daemonsets", namespace, name);
  if (before !== undefined) return store.update("daemonsets", { ...before, metadata: { ...before.metadata, ...metadata } });
  const labels = { app: name };
  const spec = { nodeSelector: { "example.com/none": "" }, containers: [{ name, image: "example.com/touched:v1" }] };
  return store.create("daemonsets", {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
}

/** Reports whether a reading has the nodes and pods of the store. Without this wait a busy machine delivers the watches
 *  of nodes and pods many simulated seconds apart, as no cluster does. */
function isCaughtUp(store: SimulatorStore, reading: ClusterReading): boolean {
  const nodes = store.list("nodes") as readonly (StoredObject & { readonly spec: NodeSpec; readonly status: WithConditions })[];
  const areNodesRead = nodes.every(({ metadata, spec, status }) => {
    const read = reading.nodeRecord(metadata.name);
    return (
      read !== undefined &&
      read.unschedulable === (spec.unschedulable ?? false) &&
      read.ready === (readyOf(status) ?? "Unknown") &&
      isDeepStrictEqual(keysOf(read.taints), keysOf(spec.taints ?? []))
    );
  });
  if (!areNodesRead || reading.nodes().length !== nodes.length) return false;
  const pods = new Map(store.list("pods").map((pod) => [pod.metadata.uid, pod as StoredObject & { readonly status: WithConditions }]));
  const isRead = ({ uid, ready, deletingSinceMs }: PodFacts) => {
    const pod = pods.get(uid);
    const isDeleting = pod?.metadata.deletionTimestamp !== undefined;
    return pod !== undefined && ready === (readyOf(pod.status) === "True") && isDeleting === (deletingSinceMs !== undefined);
  };
  for (const { pod } of reading.pods()) if (!isRead(pod)) return false;
  return [...pods.values()].every(({ metadata }) => metadata.ownerReferences?.[0]?.kind !== "DaemonSet" || reading.hasPod(metadata.uid));
}

interface NodeSpec {
  readonly unschedulable?: boolean;
  readonly taints?: readonly Taint[];
}

interface WithConditions {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

const readyOf = ({ conditions = [] }: WithConditions = {}) => conditions.find(({ type }) => type === "Ready")?.status;
const keysOf = (taints: readonly Taint[]) => taints.map(({ key, effect }) => `${key}:${effect}`).sort();

/** Opens a story until the end of the test. Collects what its DaemonSets are called, why, and what is offered, while
 *  time passes. */
export async function openStory(story: string, keys: readonly string[]) {
  const cluster = await simulatedCluster(story);
  onTestFinished(() => cluster.close());
  const command = parseCommand(["status", "-A", "-w"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const live = openCommandModel(cluster.cluster, {
    plan: command.config,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal,
  });
  onTestFinished(() => live.close());
  await live.listed(terminal.stop);
  const { reading } = live;
  const { clock, store } = cluster.simulator;
  const startMs = clock.nowMs();
  const recordOf = (key: string) => reading.daemonSetRecord(key);
  const words = new Map(keys.map((key) => [key, new Set<string>()]));
  const kinds = new Map(keys.map((key) => [key, new Set<CauseKind>()]));
  const sentences = new Map(keys.map((key) => [key, new Set<string>()]));
  const sentencesNow = (record: DaemonSetRecord): readonly string[] => [
    verdictWordOf(record).toUpperCase(),
    ...statusLines(record, reading.budgetHoldersOf(record.key), reading.nowMs, terminalColors(false, {})),
    ...leavingTexts(english, record),
    ...rolloutPlans(record, undefined, nodeQuestions(reading.nodes())).map(({ act }) => `offers ${act.kind}`),
  ];
  const collect = (key: string): void => {
    const record = recordOf(key);
    if (record === undefined) return;
    words.get(key)?.add(verdictWordOf(record));
    for (const { cause } of record.causes) kinds.get(key)?.add(cause.kind);
    for (const sentence of sentencesNow(record)) sentences.get(key)?.add(sentence.trim());
  };
  const passTo = async (seconds: number, isThere: () => boolean = () => true) => {
    const atMs = startMs + seconds * 1000;
    while (clock.nowMs() < atMs) {
      clock.advance(500);
      await until(() => isCaughtUp(store, reading), `the state of ${clock.nowMs() - startMs} ms`);
      // A DaemonSet that changes causes a tick at once, so that the records have this state.
      const version = Number(touch(store, clock.nowMs()).metadata.resourceVersion);
      await until(() => Number(recordOf(TOUCHED)?.resourceVersion) >= version, `the records of ${clock.nowMs() - startMs} ms`);
      for (const key of keys) collect(key);
    }
    await until(() => {
      for (const key of keys) collect(key);
      return isThere();
    }, `the end of second ${seconds}`);
  };
  return {
    passTo,
    recordOf,
    lifecycleOf: (node: string) => nodeLifecycle(reading.nodeRecord(node)).kind,
    wordsOf: (key: string) => [...(words.get(key) ?? [])].sort(),
    kindsOf: (key: string) => kinds.get(key) ?? new Set<CauseKind>(),
    /** Returns all sentences about a DaemonSet up to now, in lines. */
    sentencesOf: (key: string) => [...(sentences.get(key) ?? [])].join("\n"),
  };
}
