import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { type ColumnarObjects, columnReader } from "./columnar-objects.ts";

/** All facts of a pod. A new fact must be added here. */
type EachFact = { readonly [Fact in keyof Required<PodFacts>]: PodFacts[Fact] | undefined };

/**
 * Returns the pods of columns, in their order. One literal that names every fact builds a pod in a quarter of the time
 * of field by field. A past moment at 5,000 nodes builds 60,000.
 */
export function podsFromColumns(columns: ColumnarObjects): readonly PodFacts[] {
  const of = columnReader(columns) as <Fact extends keyof PodFacts>(fact: Fact) => readonly PodFacts[Fact][];
  const uid = of("uid");
  const namespace = of("namespace");
  const name = of("name");
  const ownerUid = of("ownerUid");
  const node = of("node");
  const scheduled = of("scheduled");
  const createdAtMs = of("createdAtMs");
  const hash = of("hash");
  const templateGeneration = of("templateGeneration");
  const phase = of("phase");
  const ready = of("ready");
  const readySinceMs = of("readySinceMs");
  const unreadySinceMs = of("unreadySinceMs");
  const deletingSinceMs = of("deletingSinceMs");
  const goneByMs = of("goneByMs");
  const restarts = of("restarts");
  const reason = of("reason");
  const message = of("message");
  const lastExit = of("lastExit");
  const failing = of("failing");
  const overcomeAtMs = of("overcomeAtMs");
  const passing = of("passing");
  const step = of("step");
  const images = of("images");
  const pods: PodFacts[] = new Array(columns.count);
  for (let at = 0; at < pods.length; at++)
    pods[at] = {
      uid: uid[at],
      namespace: namespace[at],
      name: name[at],
      ownerUid: ownerUid[at],
      node: node[at],
      scheduled: scheduled[at],
      createdAtMs: createdAtMs[at],
      hash: hash[at],
      templateGeneration: templateGeneration[at],
      phase: phase[at],
      ready: ready[at],
      readySinceMs: readySinceMs[at],
      unreadySinceMs: unreadySinceMs[at],
      deletingSinceMs: deletingSinceMs[at],
      goneByMs: goneByMs[at],
      restarts: restarts[at],
      reason: reason[at],
      message: message[at],
      lastExit: lastExit[at],
      failing: failing[at],
      overcomeAtMs: overcomeAtMs[at],
      passing: passing[at],
      step: step[at],
      images: images[at],
    } satisfies EachFact as PodFacts;
  return pods;
}
