import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { type ColumnarObjects, columnReader } from "./columnar-objects.ts";

/** Makes the literal below name every fact of a pod, also the optional ones. */
type EachFact = { readonly [Fact in keyof Required<PodFacts>]: PodFacts[Fact] | undefined };

/**
 * Returns the pods of columns, in their order. One literal that names every fact takes a quarter of the time of setting
 * the facts one by one: a past moment of 5,000 nodes has 60,000 pods.
 */
export function podsFromColumns(columns: ColumnarObjects): readonly PodFacts[] {
  const column = columnReader(columns) as <Fact extends keyof PodFacts>(fact: Fact) => readonly PodFacts[Fact][];
  const uid = column("uid");
  const namespace = column("namespace");
  const name = column("name");
  const ownerUid = column("ownerUid");
  const node = column("node");
  const scheduled = column("scheduled");
  const createdAtMs = column("createdAtMs");
  const hash = column("hash");
  const templateGeneration = column("templateGeneration");
  const phase = column("phase");
  const ready = column("ready");
  const readySinceMs = column("readySinceMs");
  const unreadySinceMs = column("unreadySinceMs");
  const deletingSinceMs = column("deletingSinceMs");
  const goneByMs = column("goneByMs");
  const restarts = column("restarts");
  const reason = column("reason");
  const message = column("message");
  const [container, lastExit] = [column("container"), column("lastExit")] as const;
  const [overcomeAtMs, loopSinceMs] = [column("overcomeAtMs"), column("loopSinceMs")] as const;
  const [failing, passing] = [column("failing"), column("passing")] as const;
  const [step, images] = [column("step"), column("images")] as const;
  const [notReady, unscheduled] = [column("notReady"), column("unscheduled")] as const;
  const [finalizers, holds, hasTaintedDevice] = [column("finalizers"), column("holds"), column("hasTaintedDevice")] as const;
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
      container: container[at],
      lastExit: lastExit[at],
      failing: failing[at],
      overcomeAtMs: overcomeAtMs[at],
      loopSinceMs: loopSinceMs[at],
      passing: passing[at],
      step: step[at],
      images: images[at],
      notReady: notReady[at],
      unscheduled: unscheduled[at],
      finalizers: finalizers[at],
      hasTaintedDevice: hasTaintedDevice[at],
      holds: holds[at],
    } satisfies EachFact as PodFacts;
  return pods;
}
