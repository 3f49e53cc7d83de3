import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { aDaemonSet, aWarning } from "@daemonscope/daemonset/model/objects.fixture";
import type { KubeEvent } from "@daemonscope/kube/objects";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { describe, expect, it } from "vitest";
import { BoundedMap, EventIntake } from "./event-intake.ts";

/** An intake whose model has the DaemonSet `default/a` and the given pods. */
function anIntake(...pods: readonly string[]) {
  const time = manualTime();
  const emitted: string[] = [];
  const problems: string[] = [];
  const known = new Set(pods.map((name) => `pod-${name}`));
  const rejected = new Set<string>();
  const intake = new EventIntake({
    emit(event: ClusterEvent) {
      if (event.do === "drop") emitted.push(`drop ${event.key}`);
      if (event.do !== "put" || event.kind !== "events") return;
      if (rejected.has(event.object.metadata.uid)) throw new Error("no such thing");
      emitted.push(`${event.object.involved.name} ${event.object.message}`);
    },
    known: {
      hasPod: (uid) => known.has(uid),
      daemonSet: (key) => (key === "default/a" ? aDaemonSet("a") : undefined),
    },
    timers: time.timers,
    onProblem: (text) => problems.push(text),
  });
  return { intake, time, emitted, known, rejected, problems };
}

let versions = 0;
const about = (kind: "Pod" | "DaemonSet", name: string, message: string, uid = `e${++versions}`, reason = "FailedMount"): KubeEvent => {
  const made = aWarning(kind, name, { uid, reason: kind === "Pod" ? reason : "FailedCreate", atMs: 0, message });
  return { ...made, metadata: { ...made.metadata, resourceVersion: String(++versions) } };
};

describe("the intake of events", () => {
  it("K4 passes events about DaemonSets and known pods, and no others", () => {
    const { intake, time, emitted } = anIntake("a-1");
    intake.listed("daemonsets");
    intake.listed("pods");
    intake.put(about("Pod", "a-1", "known"));
    intake.put(about("Pod", "other-1", "unknown"));
    intake.put(about("Pod", "a-1", "not a reason that the model uses", "e", "Pulled"));
    intake.put(about("DaemonSet", "z", "of any DaemonSet"));
    intake.put({ ...about("Pod", "a-1", "x"), involved: { kind: "Node", name: "n1" } });
    time.pass(5000);
    expect(emitted).toEqual(["a-1 known", "z of any DaemonSet"]);
    expect(time.waiting).toBe(0);
  });
  it("K4 tries an event about an unknown pod again, until it has waited for a second", () => {
    const { intake, time, emitted, known } = anIntake();
    intake.put(about("Pod", "a-1", "before the list of pods"));
    time.pass(60_000);
    known.add("pod-a-1");
    intake.listed("pods");
    expect(emitted).toEqual(["a-1 before the list of pods"]);
    intake.put(about("Pod", "a-2", "late pod"));
    time.pass(500);
    known.add("pod-a-2");
    time.pass(1500);
    intake.put(about("Pod", "a-3", "too late"));
    time.pass(2000);
    known.add("pod-a-3");
    time.pass(10_000);
    expect(emitted).toEqual(["a-1 before the list of pods", "a-2 late pod"]);
    expect(time.waiting).toBe(0);
  });
  it("K4 keeps events about pods that a DaemonSet may own, if many others wait", () => {
    const { intake, emitted, known } = anIntake();
    intake.listed("daemonsets");
    intake.put(about("Pod", "a-1", "ours"));
    for (let at = 0; at < 5000; at++) intake.put(about("Pod", `other-${at}`, "x"));
    intake.put(about("Pod", "a-2", "ours"));
    for (const name of ["a-1", "a-2"]) known.add(`pod-${name}`);
    intake.listed("pods");
    expect(emitted).toEqual(["a-1 ours", "a-2 ours"]);
  });
  it("K4 passes an event once in each version, and its end if it passed", () => {
    const { intake, emitted } = anIntake("a-1");
    const event = about("Pod", "a-1", "x", "e1");
    for (const each of [event, event, { ...event, message: "y", metadata: { ...event.metadata, resourceVersion: "next" } }])
      intake.put(each);
    intake.drop("e1");
    intake.drop("e1");
    intake.drop("never seen");
    expect(emitted).toEqual(["a-1 x", "a-1 y", "drop e1"]);
  });
  it("K4 passes the newest of an object's many events, one in five seconds", () => {
    const { intake, time, emitted } = anIntake("a-1");
    for (let at = 0; at < 200; at++) intake.put(about("Pod", "a-1", String(at), "e1"));
    expect(emitted).toHaveLength(50);
    time.pass(5000);
    expect(emitted.slice(50)).toEqual(["a-1 199"]);
    intake.put(about("Pod", "a-1", "200", "e1"));
    intake.drop("e1");
    time.pass(60_000);
    expect(emitted.slice(51)).toEqual(["drop e1"]);
    expect(time.waiting).toBe(0);
  });
  it("K4 bounds a flood, which does not delay the events about DaemonSets", () => {
    const pods = Array.from({ length: 20_000 }, (_, at) => `a-${at}`);
    const { intake, time, emitted } = anIntake(...pods);
    for (const pod of pods) intake.put(about("Pod", pod, "x"));
    expect(emitted).toHaveLength(10_000);
    intake.put(about("DaemonSet", "a", "quota"));
    expect(emitted.at(-1)).toBe("a quota");
    time.pass(10_000);
    expect(emitted).toHaveLength(10_001 + 1000);
    time.pass(60_000);
    // The rest did not fit into the queue.
    expect(emitted).toHaveLength(10_001 + 2000);
    expect(emitted.at(-1)).toBe("a-19999 x");
    expect(time.waiting).toBe(0);
  });
  it("reports an event that is rejected after its wait, and stops when closed", () => {
    const { intake, time, emitted, known, rejected, problems } = anIntake();
    intake.listed("pods");
    rejected.add("bad");
    for (const uid of ["bad", "good"]) intake.put(about("Pod", "a-1", uid, uid));
    known.add("pod-a-1");
    time.pass(2000);
    expect(problems).toEqual(["events could not be taken in: no such thing"]);
    expect(emitted).toEqual(["a-1 good"]);
    intake.put(about("Pod", "a-2", "x"));
    intake.close();
    expect(time.waiting).toBe(0);
  });
});

it("a bounded map drops the entry that was set first", () => {
  const map = new BoundedMap<number>(2);
  for (const [at, key] of ["a", "b", "a", "c"].entries()) map.set(key, at);
  expect([...map.entries()]).toEqual([
    ["a", 2],
    ["c", 3],
  ]);
});
