import type { KubeEvent } from "@daemonscope/kube/objects";
import { cutText } from "@daemonscope/kube/values/cut-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropObject, modelEventOf, putDaemonSet, putEvent, putNode, putPod, putPodFacts, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, aWarning, EPOCH_MS, type PodParts } from "../model/objects.fixture.ts";
import { podFactsOf } from "../pods/pod-facts.ts";
import { MAX_FACT_MESSAGE_LENGTH } from "../records/event-fact.ts";
import { EventEvidence } from "./event-evidence.ts";

const SEED = Number(process.env.SEED ?? 20261129);
const SECOND = 1000;
const MINUTE = 60_000;
const KEY = "default/a";

/** A DaemonSet that wants three pods and has none, an hour after the epoch. */
function aModel(): { readonly model: ClusterModel; readonly atMs: number } {
  const atMs = 60 * MINUTE;
  const model = new ClusterModel({ nowMs: EPOCH_MS + atMs });
  for (const name of ["n1", "n2", "n3"]) model.apply(putNode(aNode(name)));
  model.apply(putDaemonSet(aDaemonSet("a")));
  model.apply(putRevision(aRevision("a", 1)));
  model.takeChanges();
  return { model, atMs };
}

const facts = (parts: PodParts) => {
  const pod = podFactsOf(aPod("a", "p1", { node: "n1", ...parts }));
  if (pod === undefined) throw new Error("no pod of a DaemonSet");
  return pod;
};

/** Returns what a single event about a pod reports at a time. */
function heldAt(nowMs: number, event: KubeEvent, parts: PodParts) {
  const evidence = new EventEvidence();
  evidence.put(event, EPOCH_MS + nowMs);
  return evidence.ofPods([facts(parts)], EPOCH_MS + nowMs)?.facts ?? [];
}

describe("the evidence that events give", () => {
  it("K3 a failure to create a pod holds until a later pod is created, at most 22 minutes", () => {
    const { model, atMs } = aModel();
    const error = () => model.reading.setFacts(KEY)?.createError;
    const message = 'Error creating: pods "a-x7k2p" is forbidden: exceeded quota: team-quota';
    model.apply(putEvent(aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs, message, count: 17 })));
    expect(model.hasNews).toBe(true);
    expect(error()).toEqual({
      involved: { kind: "DaemonSet", namespace: "default", name: "a", uid: "ds-a" },
      reason: "FailedCreate",
      message,
      count: 17,
      firstAtMs: EPOCH_MS + atMs,
      lastAtMs: EPOCH_MS + atMs,
    });
    model.takeChanges();
    // A pod of the same second may be of the same batch.
    model.apply(putPod(aPod("a", "p1", { node: "n1", createdAtMs: atMs })));
    expect(error()).toBeDefined();
    model.apply(putPod(aPod("a", "p2", { node: "n2", createdAtMs: atMs + SECOND })));
    expect(error()).toBeUndefined();
    model.apply(putEvent(aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs: atMs + 2 * SECOND, message })));
    model.takeChanges();
    // The end of the pod does not bring the earlier failure back.
    model.apply(dropObject("pods", "pod-p2"));
    const endMs = EPOCH_MS + atMs + 22 * MINUTE + 2 * SECOND;
    model.tick(endMs - 1);
    model.takeChanges();
    expect(error()?.lastAtMs).toBe(EPOCH_MS + atMs + 2 * SECOND);
    expect(model.nextWakeAtMs()).toBe(endMs);
    model.tick(endMs);
    expect(error()).toBeUndefined();
  });
  it("K3 failures to create pods are summed as a lower bound, with the words of the newest", () => {
    const { model, atMs } = aModel();
    for (let at = 0; at < 3; at++)
      model.apply(
        putEvent(
          aWarning("DaemonSet", "a", {
            uid: `e${at}`,
            reason: "FailedCreate",
            atMs: atMs - at * SECOND,
            message: `pods "a-${at}"`,
            count: 2,
          }),
        ),
      );
    const combined = "(combined from similar events): Error creating: quota";
    model.apply(putEvent(aWarning("DaemonSet", "a", { uid: "c", reason: "FailedCreate", atMs, message: combined, count: 30 })));
    expect(model.reading.setFacts(KEY)?.createError).toMatchObject({ count: 36, atLeast: true, firstAtMs: EPOCH_MS + atMs - 2 * SECOND });
    model.apply(
      putEvent(aWarning("DaemonSet", "a", { uid: "c", reason: "FailedCreate", atMs: atMs + SECOND, message: combined, count: 31 })),
    );
    expect(model.reading.setFacts(KEY)?.createError).toMatchObject({ message: "Error creating: quota", count: 37 });
  });
  it("K3 another model that receives the kept events has the same facts, also before the objects", () => {
    const { model, atMs } = aModel();
    model.apply(putPod(aPod("a", "p1", { node: "n1", createdAtMs: 0 })));
    model.apply(putEvent(aWarning("Pod", "p1", { reason: "FailedMount", atMs })));
    model.apply(putEvent(aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs })));
    const other = new ClusterModel({ nowMs: model.reading.nowMs, objects: "columns" });
    for (const event of model.held.events) other.apply(putEvent(event));
    for (const pod of model.held.pods) other.apply(putPodFacts(pod));
    for (const daemonSet of model.held.daemonSets) other.apply(putDaemonSet(daemonSet));
    expect(other.reading.setFacts(KEY)?.createError).toEqual(model.reading.setFacts(KEY)?.createError);
    expect(other.reading.surroundingsOf(KEY, "n1")).toEqual(model.reading.surroundingsOf(KEY, "n1"));
    expect(model.reading.surroundingsOf(KEY, "n1").podEvents).toHaveLength(1);
    expect(other.reading.hasPod("pod-p1")).toBe(true);
  });
  it("K3 a fact about the start of a pod holds while the pod has not started", () => {
    const at = 10 * MINUTE;
    const mount = aWarning("Pod", "p1", { reason: "FailedMount", atMs: at });
    expect(heldAt(at, mount, {})).toMatchObject([{ reason: "FailedMount", count: 1 }]);
    expect(heldAt(at, mount, { phase: "Running", readyAtMs: at })).toEqual([]);
    expect(heldAt(at + 61 * MINUTE, mount, {})).toEqual([]);
    const scheduling = aWarning("Pod", "p1", { reason: "FailedScheduling", atMs: at });
    expect(heldAt(at, scheduling, {})).toEqual([]);
    const unbound = podFactsOf(aPod("a", "p1", { pinnedTo: "n1" }));
    const evidence = new EventEvidence([scheduling], EPOCH_MS + at);
    expect(evidence.ofPods(unbound === undefined ? [] : [unbound], EPOCH_MS + at)?.facts).toHaveLength(1);
  });
  it("K3 a fact about a run holds until the pod has been Ready for ten minutes", () => {
    const unhealthy = aWarning("Pod", "p1", { reason: "Unhealthy", atMs: MINUTE, container: "main" });
    expect(heldAt(2 * MINUTE, unhealthy, { readyAtMs: 2 * MINUTE })).toMatchObject([{ container: "main" }]);
    expect(heldAt(12 * MINUTE, unhealthy, { readyAtMs: 2 * MINUTE })).toEqual([]);
    expect(heldAt(12 * MINUTE, unhealthy, { phase: "Running" })).toHaveLength(1);
  });
  it("K4 an event that names the uid of another object is no evidence", () => {
    const mount = aWarning("Pod", "p1", { reason: "FailedMount", atMs: MINUTE });
    const foreign = { ...mount, metadata: { ...mount.metadata, namespace: "other" }, involved: { ...mount.involved, namespace: "other" } };
    expect(heldAt(MINUTE, foreign, {})).toEqual([]);
    expect(heldAt(MINUTE, { ...mount, involved: { ...mount.involved, name: "p2" } }, {})).toEqual([]);
    const { model, atMs } = aModel();
    const create = aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs });
    model.apply(
      putEvent({ ...create, metadata: { ...create.metadata, namespace: "other" }, involved: { ...create.involved, namespace: "other" } }),
    );
    expect(model.reading.setFacts(KEY)?.createError).toBeUndefined();
  });
  it(`K4 the newest events of an object remain, and the newest of all, in any order of arrival, seed ${SEED}`, () => {
    const bounds = { maxEvents: 5, maxEventsPerObject: 3, maxFactsPerObject: 2 };
    const warning = fc
      .tuple(fc.nat(2), fc.nat(9), fc.nat(20))
      .map(([pod, event, at]) =>
        aWarning("Pod", `p${pod}`, { uid: `e-${pod}-${event}`, reason: "FailedMount", atMs: at * SECOND, message: `${event}` }),
      );
    const nowMs = EPOCH_MS + MINUTE;
    fc.assert(
      fc.property(
        fc
          .uniqueArray(warning, { selector: ({ metadata }) => metadata.uid, maxLength: 20 })
          .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
        ([events, shuffled]) => {
          const [one, other] = [events, shuffled].map((order) => {
            const evidence = new EventEvidence([], 0, bounds);
            for (const event of order) evidence.put(event, nowMs);
            return evidence;
          });
          expect(one?.saved(nowMs)).toEqual(other?.saved(nowMs));
          expect(one?.size).toBeLessThanOrEqual(bounds.maxEvents);
          for (const name of ["p0", "p1", "p2"]) {
            const pod = podFactsOf(aPod("a", name, { node: "n1" }));
            const held = (pod && one?.ofPods([pod], nowMs)?.facts) ?? [];
            expect(held.length).toBeLessThanOrEqual(bounds.maxFactsPerObject);
            expect(held).toEqual([...held].sort((a, b) => b.lastAtMs - a.lastAtMs));
          }
          const times = (one?.saved(nowMs) ?? []).map(({ lastSeen }) => lastSeen ?? "").sort();
          const newest = events
            .map(({ lastSeen }) => lastSeen ?? "")
            .sort()
            .at(-1);
          expect(times.at(-1)).toBe(newest);
        },
      ),
      { seed: SEED },
    );
  });
  it("K3 of two events in one second the later write is the newest, of one pod and of several", () => {
    const evidence = new EventEvidence();
    const writes = [
      { uid: "a", pod: "p1", version: "99" },
      { uid: "b", pod: "p1", version: "100" },
      { uid: "c", pod: "p2", version: "101" },
    ];
    for (const { uid, pod, version } of writes) {
      const event = aWarning("Pod", pod, { uid, reason: "Unhealthy", atMs: MINUTE, message: uid });
      evidence.put({ ...event, metadata: { ...event.metadata, resourceVersion: version } }, EPOCH_MS + MINUTE);
    }
    const pods = ["p1", "p2"].flatMap((name) => podFactsOf(aPod("a", name, { node: "n1" })) ?? []);
    const messages = evidence.ofPods(pods, EPOCH_MS + MINUTE)?.facts.map(({ message }) => message);
    expect(messages).toEqual(["c", "b", "a"]);
  });
  it("K3 a time far in the future counts as the time of arrival", () => {
    const evidence = new EventEvidence();
    for (const ms of [2 * SECOND, 10 * 365 * 24 * 60 * MINUTE])
      evidence.put(aWarning("Pod", "p1", { uid: `e${ms}`, reason: "FailedMount", message: `${ms}`, atMs: MINUTE + ms }), EPOCH_MS + MINUTE);
    const held = evidence.ofPods([facts({})], EPOCH_MS + MINUTE)?.facts;
    expect(held?.map(({ lastAtMs }) => lastAtMs - EPOCH_MS - MINUTE)).toEqual([2 * SECOND, 0]);
    expect(evidence.saved(EPOCH_MS + 61 * MINUTE)).toHaveLength(1);
  });
  it("K4 the evidence of ten thousand pods is bounded, and goes with its object", () => {
    const evidence = new EventEvidence();
    for (let at = 0; at < 10_100; at++) evidence.put(aWarning("Pod", `p${at}`, { reason: "FailedMount", atMs: at }), EPOCH_MS + MINUTE);
    expect(evidence.size).toBe(10_000);
    evidence.drop("pod-p0");
    expect(evidence.size).toBe(10_000);
    evidence.drop("pod-p10099");
    expect(evidence.size).toBe(9999);
  });
  it(`K4 a message of any content and length is kept, cut and saved, seed ${SEED}`, () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 700 }),
      fc.constantFrom(
        "x".repeat(1 << 20),
        "\u202Eevil\u0000\u001B[31m",
        "<img src=x onerror=alert(1)>",
        "😀".repeat(300),
        `a${"😀".repeat(300)}`,
        "\uD800".repeat(600),
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (message, reason) => {
        const nowMs = EPOCH_MS + MINUTE;
        const event = { ...aWarning("Pod", "p1", { reason: "FailedMount", atMs: 0 }), message };
        const evidence = new EventEvidence();
        evidence.put({ ...event, reason }, nowMs);
        expect(evidence.size).toBe(0);
        evidence.put(event, nowMs);
        const [fact] = evidence.ofPods([facts({})], nowMs)?.facts ?? [];
        expect(fact?.message.length).toBe(cutText(message, MAX_FACT_MESSAGE_LENGTH).length);
        expect(message.startsWith(fact?.message ?? "none")).toBe(true);
        const restored = new EventEvidence(JSON.parse(JSON.stringify(evidence.saved(nowMs))), nowMs);
        expect(restored.ofPods([facts({})], nowMs)).toEqual(evidence.ofPods([facts({})], nowMs));
        const compact = modelEventOf(event);
        expect(modelEventOf(compact ?? event)).toEqual(compact);
        expect(JSON.stringify(compact).length).toBeLessThan(10_000);
      }),
      { seed: SEED, examples: [["constructor", "__proto__"]] },
    );
  });
});
