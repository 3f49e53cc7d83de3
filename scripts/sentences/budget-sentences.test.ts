import { describe, expect, it } from "vitest";
import { slotHoldersNote } from "../../apps/web/src/data/lanes/slot-holders-note.ts";
import { momentText } from "../../apps/web/src/words/i18n/time-of-day.ts";
import { createTranslator } from "../../apps/web/src/words/i18n/translator.fixture.ts";

import { isBudgetInUse } from "../../packages/daemonset/src/budget/is-budget-in-use.ts";
import type { DaemonSetRecord } from "../../packages/daemonset/src/records/records.ts";
import type { StoredObject } from "../../packages/simulated-apiserver/src/objects/contract.ts";
import { objectIn } from "../../packages/simulated-apiserver/src/objects/json.ts";
import { isDeleting, phaseOf } from "../../packages/simulated-apiserver/src/objects/objects.ts";
import { simulate } from "../../packages/simulator/src/scenarios/trace.fixture.ts";
import { createSimulator } from "../../packages/simulator/src/simulator.ts";
import { addDaemonSet, addNode, type DaemonSetPlan } from "../../packages/simulator/src/staging/manifests.ts";
import { setsImage } from "../../packages/simulator/src/staging/steps.ts";
import { type PlayedCluster, playedCluster } from "./played-cluster.fixture.ts";

const { t } = createTranslator();
const NOW_MS = Date.UTC(2026, 0, 1, 18);
const NODES = 24;
const SAMPLE_MS = 1000;
const WATCHED_MS = 300_000;

interface Rollout extends Omit<DaemonSetPlan, "name" | "image"> {
  /** The time that the old pods take to terminate. */
  readonly endSeconds?: number;
  readonly graceSeconds?: number;
}

/** Image updates on 24 nodes that differ in strategy, minReadySeconds and grace period. */
const ROLLOUTS: readonly (readonly [name: string, rollout: Rollout])[] = [
  ["minReadySeconds 20, maxUnavailable 8", { maxUnavailable: 8, minReadySeconds: 20 }],
  ["minReadySeconds 10, maxUnavailable 1, slow probe", { maxUnavailable: 1, minReadySeconds: 10, readinessDelaySeconds: 6 }],
  ["no minReadySeconds, long ends", { maxUnavailable: 6, endSeconds: 25, graceSeconds: 40 }],
  ["minReadySeconds 30 and long ends", { maxUnavailable: "25%", minReadySeconds: 30, endSeconds: 20, graceSeconds: 20 }],
  ["ends past the grace period's half", { maxUnavailable: 5, minReadySeconds: 5, endSeconds: 12, graceSeconds: 15 }],
  ["minReadySeconds 150: times to the minute", { maxUnavailable: 12, minReadySeconds: 150 }],
  ["maxSurge 6, minReadySeconds 20", { maxSurge: 6, minReadySeconds: 20 }],
  ["maxSurge 4, minReadySeconds 8, long ends", { maxSurge: 4, minReadySeconds: 8, endSeconds: 25, graceSeconds: 30 }],
];

function startCluster({ endSeconds, graceSeconds, ...plan }: Rollout): PlayedCluster {
  const annotations = endSeconds === undefined ? {} : { annotations: { "control-plane.test/delete-delay": `${endSeconds}s` } };
  const simulator = createSimulator({
    seed: 11,
    nowMs: NOW_MS,
    scenario: {
      name: "rollout",
      title: "",
      pastMs: 600_000,
      past({ store, clock }) {
        for (let at = 1; at <= NODES; at++) addNode(store, { name: `worker-${at}` });
        clock.advance(60_000);
        addDaemonSet(store, { name: "agent", image: "agent:1", ...annotations, ...plan });
        if (graceSeconds !== undefined)
          store.edit("daemonsets", "default", "agent", (set) => {
            objectIn(objectIn(objectIn(set, "spec"), "template"), "spec").terminationGracePeriodSeconds = graceSeconds;
          });
      },
      steps: [setsImage("update", 1000, "default", "agent", "agent:2")],
    },
  });
  return playedCluster(simulator);
}

/** Returns when an object became Ready, or undefined if it is not. */
function readyAtMs(object: StoredObject): number | undefined {
  const conditions = (objectIn(object, "status").conditions ?? []) as { type: string; status: string; lastTransitionTime: string }[];
  const ready = conditions.find(({ type, status }) => type === "Ready" && status === "True");
  return ready === undefined ? undefined : Date.parse(ready.lastTransitionTime);
}

const isEnded = (pod: StoredObject): boolean => phaseOf(pod) === "Succeeded" || phaseOf(pod) === "Failed";
const nodeOf = (spec: unknown): unknown => (spec as { readonly nodeName?: string }).nodeName;

/** Returns the facts about the pods in the API that a sentence may state. */
function podsOf(
  pods: readonly StoredObject[],
  respondingNodes: ReadonlySet<unknown>,
  { generation, minReadySeconds }: DaemonSetRecord,
  nowMs: number,
) {
  // A grace period has no effect on a node whose kubelet does not respond. A pod that ended holds no slot.
  const terminating = pods.filter((pod) => isDeleting(pod) && !isEnded(pod) && respondingNodes.has(nodeOf(pod.spec)));
  const settling = pods
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ metadata }) => metadata.labels?.["pod-template-generation"] === String(generation))
    .map(readyAtMs)
    .filter((at) => at !== undefined)
    .map((at) => at + minReadySeconds * 1000)
    .filter((at) => at > nowMs);
  return { settling, ends: terminating.map(({ metadata }) => Date.parse(metadata.deletionTimestamp ?? "")) };
}

/** Returns the last of these times as the page writes it. */
function lastText(times: readonly number[], nowMs: number): string | undefined {
  if (times.length === 0) return undefined;
  const lastMs = Math.max(...times);
  return momentText(lastMs, nowMs, lastMs - nowMs < 120_000);
}

/** Returns the pods, times and nodes that a sentence states. Kinds that it does not state are undefined. */
function statedIn(sentence: string) {
  const one = (pattern: RegExp) => {
    const found = pattern.exec(sentence);
    return found === null ? undefined : { count: Number(found[1]), by: found[2] };
  };
  return {
    settling: one(/(\d+) slots? free by ([\d:]*\d)/) ?? one(/(\d+) new pods? becomes? available by ([\d:]*\d)/),
    ending: one(/(\d+) (?:old )?pods? (?:terminates?, grace period until|gone by|ends? by) ([\d:]*\d)/),
  };
}

/**
 * Returns the sentences about a DaemonSet's budget that contradict its pods, and the number of sentences with a time.
 */
function compareSentence(cluster: PlayedCluster, key: string): { readonly wrong: readonly string[]; readonly timed: number } {
  const { store, clock } = cluster.simulator;
  const record = cluster.record(key);
  if (!isBudgetInUse(record)) return { wrong: [], timed: 0 };
  const nowMs = clock.nowMs();
  const sentence = slotHoldersNote(record, nowMs, t) ?? "";
  const respondingNodes = new Set(store.list("nodes").flatMap((node) => (readyAtMs(node) === undefined ? [] : [node.metadata.name])));
  const { settling, ends } = podsOf(store.podsOwnedBy(record.uid), respondingNodes, record, nowMs);
  const stated = statedIn(sentence);
  const isWrong =
    (stated.settling !== undefined && (stated.settling.count !== settling.length || stated.settling.by !== lastText(settling, nowMs))) ||
    (stated.ending !== undefined && (stated.ending.count !== ends.length || stated.ending.by !== lastText(ends, nowMs)));
  return {
    wrong: isWrong ? [`${sentence} (${settling.length} settle, ${ends.length} terminate)`] : [],
    timed: (stated.settling ?? stated.ending) === undefined ? 0 : 1,
  };
}

describe("B7 the text about released slots states existing pods and their times", () => {
  it.each(ROLLOUTS)("during a rollout with %s", (_name, rollout) => {
    const cluster = startCluster(rollout);
    const wrong: string[] = [];
    let timed = 0;
    for (let ms = 0; ms < WATCHED_MS && (ms < 10_000 || cluster.record("default/agent").underWay); ms += SAMPLE_MS) {
      cluster.advance(SAMPLE_MS);
      const found = compareSentence(cluster, "default/agent");
      wrong.push(...found.wrong);
      timed += found.timed;
    }
    expect({ samples: wrong.length, first: wrong.slice(0, 3) }).toEqual({ samples: 0, first: [] });
    expect(timed).toBeGreaterThan(0);
  });

  it.each(["image-update", "surge", "min-ready-seconds", "bad-image", "driver-breaks-nodes", "tour"])("during the story %s", (name) => {
    const cluster = playedCluster(simulate(name));
    const wrong: string[] = [];
    for (let ms = 0; ms < WATCHED_MS; ms += SAMPLE_MS) {
      cluster.advance(SAMPLE_MS);
      for (const { metadata } of cluster.simulator.store.list("daemonsets"))
        wrong.push(...compareSentence(cluster, `${metadata.namespace}/${metadata.name}`).wrong);
    }
    expect({ samples: wrong.length, first: wrong.slice(0, 3) }).toEqual({ samples: 0, first: [] });
  });
});
