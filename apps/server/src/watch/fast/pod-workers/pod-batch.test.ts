import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BATCH_PODS, batchBytes, PodBatchReader, PodBatchWriter } from "./pod-batch.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const text = fc.oneof(fc.constantFrom("a", "kube-system", "node-17", ""), fc.string({ unit: "grapheme", maxLength: 20 }));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const timeMs = fc.integer({ min: 0, max: 4e12 });
const uid = fc.oneof({ arbitrary: fc.uuid(), weight: 9 }, { arbitrary: fc.string({ unit: "grapheme", maxLength: 900 }), weight: 1 });
const plain: fc.Arbitrary<PodFacts> = fc.record(
  {
    uid,
    namespace: text,
    name: text,
    ownerUid: text,
    node: text,
    scheduled: fc.boolean(),
    createdAtMs: timeMs,
    hash: maybe(text),
    templateGeneration: maybe(text),
    phase: text,
    ready: fc.boolean(),
    readySinceMs: maybe(timeMs),
    unreadySinceMs: maybe(timeMs),
    deletingSinceMs: maybe(timeMs),
    goneByMs: maybe(timeMs),
    restarts: fc.nat(),
    reason: fc.constant(undefined),
    message: fc.constant(undefined),
    failing: fc.constant(false),
    passing: fc.constant(false),
    step: maybe(fc.constantFrom("sandbox" as const, "image" as const, "readiness" as const)),
    images: text,
  },
  {
    requiredKeys: [
      "uid",
      "namespace",
      "name",
      "ownerUid",
      "node",
      "scheduled",
      "createdAtMs",
      "hash",
      "templateGeneration",
      "phase",
      "ready",
      "readySinceMs",
      "unreadySinceMs",
      "deletingSinceMs",
      "goneByMs",
      "restarts",
      "reason",
      "message",
      "failing",
      "passing",
      "step",
    ],
  },
);
const troubled: fc.Arbitrary<PodFacts> = fc
  .tuple(plain, fc.boolean(), maybe(text))
  .map(([pod, failing, message]) => ({ ...pod, message, failing, passing: !failing, reason: { kind: "reason", reason: "Failed" } }));
const held: fc.Arbitrary<PodFacts> = fc.tuple(plain, fc.array(text)).map(([pod, finalizers]) => ({ ...pod, finalizers }));
const change = fc.oneof(
  { arbitrary: fc.record({ put: plain }), weight: 6 },
  { arbitrary: fc.record({ put: troubled }), weight: 1 },
  { arbitrary: fc.record({ put: held }), weight: 1 },
  { arbitrary: fc.record({ drop: uid }), weight: 2 },
  { arbitrary: fc.constant({ flush: true as const }), weight: 1 },
);

describe(`pods passed between threads, seed ${SEED}`, () => {
  it("arrive unchanged and in order, for any batches and evicted texts", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400, size: "max" }), fc.constantFrom(1, 5, 1000), (changes, mostTexts) => {
        const writer = new PodBatchWriter(mostTexts);
        const reader = new PodBatchReader();
        const received: unknown[] = [];
        const send = () => {
          const batch = writer.take();
          const sent = structuredClone(batch, { transfer: batchBytes(batch) });
          reader.read(sent, { put: (put) => received.push({ put }), drop: (drop) => received.push({ drop }) });
        };
        for (const each of changes) {
          if ("put" in each) writer.put(each.put);
          else if ("drop" in each) writer.drop(each.drop);
          if ("flush" in each || writer.count === BATCH_PODS) send();
        }
        send();
        expect(received).toEqual(changes.filter((each) => !("flush" in each)));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
  it("a healthy pod takes at most 165 bytes, once its texts are known", () => {
    const writer = new PodBatchWriter();
    const pod = (at: number): PodFacts => ({
      uid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      namespace: "kube-system",
      name: `node-exporter-${String(at).padStart(5, "0")}`,
      ownerUid: "d",
      node: `node-${at % 50}`,
      scheduled: true,
      createdAtMs: 1,
      hash: "h",
      templateGeneration: "1",
      phase: "Running",
      ready: true,
      readySinceMs: 2,
      unreadySinceMs: undefined,
      deletingSinceMs: undefined,
      goneByMs: undefined,
      restarts: 0,
      reason: undefined,
      message: undefined,
      failing: false,
      passing: false,
      step: undefined,
    });
    for (let at = 0; at < 100; at++) writer.put(pod(at));
    writer.take();
    for (let at = 0; at < 100; at++) writer.put(pod(at));
    const batch = writer.take();
    expect(batch.added).toEqual([]);
    expect(batchBytes(batch).reduce((sum, { byteLength }) => sum + byteLength, 0) / 100).toBeLessThanOrEqual(165);
  });
});
