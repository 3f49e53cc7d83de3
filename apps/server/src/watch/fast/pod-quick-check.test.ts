import type { Buffer } from "node:buffer";
import { PodColumns } from "@daemonscope/daemonset/model/fast/pod-columns";
import { type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { malformedReason } from "@daemonscope/kube-client/decode/malformed-reason";
import { DECODED_FIELDS } from "@daemonscope/kube-client/fast/protobuf/decoded-fields";
import { encodedPod } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { readObject } from "@daemonscope/kube-client/fast/protobuf/read-objects";
import { damage, damaged, recorded } from "@daemonscope/kube-client/fast/protobuf/recorded-objects.fixture";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PodQuickCheck } from "./pod-quick-check.ts";

const SEED = 20261126;

/** Reads with the generic decoder and the decoder of JSON. */
function factsIn(bytes: Buffer): { readonly facts: PodFacts; readonly version: string } | undefined {
  const raw = readObject(DECODED_FIELDS.pods, bytes);
  const decoded = malformedReason("pods", raw) === undefined ? decodePod(raw) : undefined;
  if (decoded === undefined || "problem" in decoded) return undefined;
  const facts = podFactsOf(decoded.object);
  return facts === undefined ? undefined : { facts, version: decoded.object.metadata.resourceVersion };
}

/** Columns that take pods like a model: through `PodQuickCheck` if that is enough, else completely. Counts both. */
function quickCheckedColumns() {
  const columns = new PodColumns();
  const quickCheck = new PodQuickCheck(
    { find: (uid) => columns.findHealthy(uid), apply: (status) => columns.applyHealthyStatus(status) !== "unfit" },
    () => undefined,
  );
  const counts = { quickChecked: 0, whole: 0 };
  const apply = (bytes: Buffer) => {
    const plain = factsIn(bytes);
    if (!quickCheck.read(bytes, 0, bytes.length)) {
      if (plain === undefined) return;
      counts.whole++;
      columns.put(plain.facts);
      return;
    }
    if (plain === undefined) throw new Error("a quick check read what is no pod of a DaemonSet");
    expect(String(quickCheck.version)).toBe(plain.version);
    if (quickCheck.apply()) counts.quickChecked++;
    else columns.put(plain.facts);
    expect(columns.byUid(plain.facts.uid)).toEqual(plain.facts);
  };
  return { apply, columns, counts };
}

const pods = recorded("pods");

it("equals the generic decoder for pods of a real API server, and covers most repeated pods", () => {
  const { apply, counts } = quickCheckedColumns();
  for (const pod of pods) apply(encodedPod(pod));
  for (const pod of pods) apply(encodedPod(pod));
  expect(counts.quickChecked, JSON.stringify(counts)).toBeGreaterThan(counts.whole / 2);
});

type Json = Readonly<Record<string, unknown>>;
const status = fc.record({
  phase: fc.constantFrom("Running", "Pending", "Running", "Failed", "Succeeded", ""),
  conditions: fc.array(
    fc.record({
      type: fc.constantFrom("Ready", "PodScheduled", "PodReadyToStartContainers", "Ready", "", "é"),
      status: fc.constantFrom("True", "False", "Unknown", ""),
      lastTransitionTime: fc.constantFrom(
        undefined,
        "1970-01-01T00:00:00Z",
        "2026-01-01T00:00:00Z",
        "2026-02-01T00:00:07Z",
        "2150-01-01T00:00:00Z",
      ),
      reason: fc.constantFrom(undefined, "ContainersNotReady", "ReadinessGatesNotReady"),
      message: fc.constantFrom(undefined, "said"),
    }),
    { maxLength: 4 },
  ),
  containerStatuses: fc.array(
    fc.record({
      name: fc.constant("agent"),
      ready: fc.boolean(),
      restartCount: fc.constantFrom(0, 1, 300, 2 ** 31 - 1),
      state: fc.constantFrom(
        {},
        { running: {} },
        { running: { startedAt: "2026-01-01T00:00:00Z" } },
        { waiting: { reason: "ContainerCreating" } },
        { waiting: { reason: "PodInitializing" } },
        { waiting: { reason: "CrashLoopBackOff", message: "back-off" } },
        { terminated: { exitCode: 1, reason: "Error" } },
      ),
      lastState: fc.constantFrom({}, {}, {}, { terminated: { exitCode: 137, reason: "OOMKilled" } }),
    }),
    { maxLength: 2 },
  ),
  initContainerStatuses: fc.array(
    fc.record({
      name: fc.constant("init"),
      ready: fc.boolean(),
      restartCount: fc.constantFrom(0, 2),
      state: fc.constantFrom(
        { running: {} },
        { waiting: { reason: "PodInitializing" } },
        { terminated: { exitCode: 0 } },
        { terminated: { exitCode: 7, reason: "Error" } },
      ),
      lastState: fc.constantFrom({}, {}, { terminated: { exitCode: 0, reason: "Completed" } }),
    }),
    { maxLength: 1 },
  ),
  message: fc.constantFrom(undefined, "no"),
  reason: fc.constantFrom(undefined, "Evicted"),
  startTime: fc.constantFrom(undefined, "2026-01-01T00:00:00Z"),
});

/** A pod without problems. */
const healthy = fc
  .record({
    phase: fc.constantFrom("Running", "Pending"),
    ready: fc.constantFrom("True", "False"),
    sandbox: fc.constantFrom("True", "False"),
    since: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:07Z"),
    state: fc.constantFrom({ running: {} }, { waiting: { reason: "ContainerCreating" } }),
    restartCount: fc.constantFrom(0, 1),
  })
  .map(({ phase, ready, sandbox, since, state, restartCount }) => ({
    phase,
    conditions: [
      { type: "PodReadyToStartContainers", status: sandbox },
      { type: "Ready", status: ready, lastTransitionTime: since },
    ],
    containerStatuses: [{ name: "agent", ready: ready === "True", restartCount, state, lastState: {} }],
  }));

/** Further changes, which few pods have. */
const others = fc.constantFrom<((pod: Json) => Json) | undefined>(
  undefined,
  (pod) => ({ ...pod, spec: { ...(pod.spec as Json), nodeName: "elsewhere" } }),
  (pod) => ({ ...pod, spec: { ...(pod.spec as Json), containers: [{ name: "other", image: "other:1" }] } }),
  (pod) => ({ ...pod, spec: { ...(pod.spec as Json), schedulingGates: [{ name: "gate" }] } }),
  (pod) => ({ ...pod, spec: { ...(pod.spec as Json), initContainers: [{ name: "init", restartPolicy: "Always" }] } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), labels: { "controller-revision-hash": "other" } } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), ownerReferences: [] } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), name: "other-abcde" } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), namespace: "other" } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), annotations: { a: "b" } } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), deletionTimestamp: "2026-01-01T00:01:00Z", deletionGracePeriodSeconds: 30 } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), finalizers: ["x.example.com/hold"] } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), creationTimestamp: "2026-01-02T00:00:00Z" } }),
  (pod) => ({ ...pod, metadata: { ...(pod.metadata as Json), resourceVersion: "007" } }),
);

it("leaves columns equal to full reads, for any statuses, other changes and damaged bytes", () => {
  const healthyPods = pods.filter(
    (pod) => factsIn(encodedPod(pod))?.facts.ready === true && (pod.metadata as Json).deletionTimestamp === undefined,
  );
  const few = [...new Map(healthyPods.map((pod) => [(pod.metadata as Json).uid, pod])).values()].slice(0, 4);
  const event = fc.record({
    index: fc.nat(),
    status: fc.oneof({ weight: 6, arbitrary: healthy }, { weight: 1, arbitrary: status }, { weight: 1, arbitrary: fc.constant(undefined) }),
    other: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: others }),
    damage: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: damage }),
  });
  const totals = { quickChecked: 0, whole: 0 };
  fc.assert(
    fc.property(fc.array(event, { minLength: 20, maxLength: 60 }), (events) => {
      const { apply, columns, counts } = quickCheckedColumns();
      const fullyRead = new PodColumns();
      for (const { index, status: newStatus, other, damage: someDamage } of events) {
        const pod = few[index % few.length] ?? {};
        const changed = JSON.parse(JSON.stringify(newStatus === undefined ? pod : { ...pod, status: newStatus })) as Json;
        const whole = encodedPod(other === undefined ? changed : other(changed));
        const bytes = someDamage === undefined ? whole : damaged(whole, someDamage);
        apply(bytes);
        const facts = factsIn(bytes)?.facts;
        if (facts !== undefined) fullyRead.put(facts);
      }
      expect([...columns.all()]).toEqual([...fullyRead.all()]);
      for (const { ownerUid, node } of fullyRead.all()) expect(columns.on(ownerUid, node)).toEqual(fullyRead.on(ownerUid, node));
      totals.quickChecked += counts.quickChecked;
      totals.whole += counts.whole;
    }),
    { seed: SEED, numRuns: 80 },
  );
  expect(totals.quickChecked, JSON.stringify(totals)).toBeGreaterThan(500);
});
