import { type ClusterEvent, dropObject, type PutEvent, putNode } from "@daemonscope/daemonset/model/cluster-event";
import type { KubeNode } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { DeltaFilter } from "@daemonscope/kube-client/list-watch/delta-filter";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kubeNode } from "../cluster.fixture.ts";
import { EventQueue, reportDeferredFailure } from "./event-queue.ts";

const SEED = Number(process.env.SEED ?? 20261128);
const stoppedTime = { elapsedMs: () => 0 };

const BROKEN = "broken";

/** A consumer that rejects broken nodes. It receives events through a queue, or directly without one. */
function nodeIntake(queue?: EventQueue) {
  const held = new Map<string, string | undefined>();
  const problems: string[] = [];
  let leftOut: SourceStatus["leftOut"];
  const deliver = (event: ClusterEvent) => {
    if (event.do === "drop") held.delete(event.key);
    if (event.do !== "put" || event.kind !== "nodes") return;
    const { name, labels } = event.object.record;
    if (labels[BROKEN] !== undefined) throw new Error("no such thing");
    held.set(name, labels.version);
  };
  const failed = (put: PutEvent, cause: unknown) => {
    if (put.kind === "nodes") intake.failed(put.object.record, cause);
  };
  queue?.connect(deliver, (failure) => reportDeferredFailure(failure, { failed }, (text) => problems.push(text)));
  const emit = (event: ClusterEvent) => (queue === undefined ? deliver(event) : queue.push(event, 0));
  const intake = new DeltaFilter<KubeNode>({
    resource: WATCHED.nodes,
    decode: (object) => ({ object: object as KubeNode }),
    sink: {
      put: (node) => emit(putNode(node)),
      drop: (_, name) => emit(dropObject("nodes", name)),
      problem: (text) => problems.push(text),
    },
    counts: { replays: 0, unusable: 0 },
    leftOut: (now) => {
      leftOut = now;
    },
  });
  return { intake, problems, now: () => ({ held: new Map([...held].sort()), leftOut }) };
}

const node = (name: string, version: number, isBroken: boolean): KubeNode => {
  const made = kubeNode(name, { labels: { version: String(version), ...(isBroken ? { [BROKEN]: "" } : {}) } });
  return { ...made, metadata: { ...made.metadata, resourceVersion: String(version) } };
};

const name = fc.constantFrom("n1", "n2", "n3");
const put = fc.record({ do: fc.constant("put" as const), name, isBroken: fc.boolean() });
const step = fc.oneof(
  { arbitrary: put, weight: 6 },
  { arbitrary: fc.record({ do: fc.constantFrom("remove" as const, "again" as const), name }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant("list" as const), names: fc.uniqueArray(name) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "open" as const) }), weight: 3 },
);

/** A queue and the numbers that it delivered. */
function collectingQueue() {
  const queue = new EventQueue();
  const delivered: number[] = [];
  queue.connect((_event, nowMs) => delivered.push(nowMs));
  return { queue, delivered, push: (number: number) => queue.push(dropObject("pods", `p${number}`), number) };
}

it("L1 queues events while it is paused, and delivers them in order in batches, later ones behind them", () => {
  const { queue, delivered, push: send } = collectingQueue();
  send(1);
  queue.pause();
  for (const number of [2, 3, 4]) send(number);
  expect(delivered).toEqual([1]);
  expect(queue.drainUntil(-1, stoppedTime)).toBe(false);
  send(5);
  expect(delivered).toEqual([1, 2]);
  expect(queue.drainUntil(0, stoppedTime)).toBe(true);
  send(6);
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6]);
});

it("opens eventually, even if each turn adds more than its time allows", () => {
  const { queue, delivered, push } = collectingQueue();
  let arrived = 0;
  const arrive = (count: number) => {
    for (let one = 0; one < count; one++) push(arrived++);
  };
  queue.pause();
  arrive(100);
  // Of the events before the drain, only as many pass as time allows.
  expect(queue.drainUntil(-1, stoppedTime)).toBe(false);
  expect(delivered).toEqual([0]);
  let turns = 0;
  do arrive(10);
  while (!queue.drainUntil(-1, stoppedTime) && ++turns < 1000);
  expect(turns).toBe(9);
  expect(delivered).toEqual(Array.from({ length: arrived }, (_, at) => at));
});

it("counts waiting events of all queues in one pressure, and reports full and free once each", () => {
  const pressure = new Backpressure(3);
  const queues = [new EventQueue(pressure), new EventQueue(pressure)] as const;
  let roomSignals = 0;
  for (const queue of queues) {
    queue.connect(() => undefined);
    queue.pause();
    for (let one = 0; one < 2; one++) queue.push(dropObject("pods", "p"), 0);
  }
  expect([pressure.waiting, pressure.isFull, pressure.timesFull]).toEqual([4, true, 1]);
  pressure.onRoom(() => roomSignals++);
  queues[0].drainUntil(-1, stoppedTime);
  expect([pressure.waiting, roomSignals]).toEqual([3, 0]);
  queues[1].clear();
  expect([pressure.waiting, pressure.isFull, roomSignals]).toEqual([1, false, 1]);
  queues[0].drainUntil(0, stoppedTime);
  expect([pressure.waiting, roomSignals, pressure.timesFull]).toEqual([0, 1, 1]);
});

describe(`objects in a queue, seed ${SEED}`, () => {
  it("are held, left out and retried as without a queue, for any rejections", () => {
    let late = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), (steps) => {
        const queue = new EventQueue();
        const [queued, plain] = [nodeIntake(queue), nodeIntake()];
        const both = [queued.intake, plain.intake];
        const last = new Map<string, KubeNode>();
        let version = 0;
        for (const each of steps)
          switch (each.do) {
            case "put": {
              const made = node(each.name, ++version, each.isBroken);
              last.set(each.name, made);
              if (queue.isPaused && each.isBroken) late++;
              for (const intake of both) intake.takeRead(made);
              break;
            }
            case "again": {
              const made = last.get(each.name);
              if (made !== undefined) for (const intake of both) intake.takeRead(made);
              break;
            }
            case "remove":
              last.delete(each.name);
              for (const intake of both) intake.remove(`uid-${each.name}`);
              break;
            case "list":
              for (const known of last.keys()) if (!each.names.some((listed) => listed === known)) last.delete(known);
              for (const intake of both) {
                intake.beginList();
                for (const made of last.values()) intake.takeRead(made);
                intake.endList();
              }
              break;
            case "pause":
              queue.pause();
              break;
            case "open":
              while (!queue.drainUntil(0, stoppedTime));
          }
        while (!queue.drainUntil(0, stoppedTime));
        // The problem that is shown first depends on the order of the attempts.
        const counts = ({ held, leftOut }: ReturnType<typeof plain.now>) => ({ held, leftOut: leftOut?.count });
        expect(counts(queued.now())).toEqual(counts(plain.now()));
        // A rejected object is tried again each time it arrives.
        const [triedQueued, triedPlain] = [queued, plain].map(({ intake, problems }) => {
          const before = problems.length;
          for (const made of last.values()) intake.takeRead(made);
          return problems.slice(before);
        });
        expect(triedQueued).toEqual(triedPlain);
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(late).toBeGreaterThan(300);
  });

  it("that are rejected but superseded meanwhile are reported, and not left out", () => {
    const queue = new EventQueue();
    const { intake, problems, now } = nodeIntake(queue);
    queue.pause();
    intake.takeRead(node("n1", 1, true));
    intake.takeRead(node("n1", 2, false));
    while (!queue.drainUntil(0, stoppedTime));
    expect(problems).toEqual(["nodes n1 could not be taken in: no such thing"]);
    expect(now()).toEqual({ held: new Map([["n1", "2"]]), leftOut: undefined });
  });

  it("that are rejected while the queue is not paused are reported by their source", () => {
    const { intake, problems, now } = nodeIntake(new EventQueue());
    intake.takeRead(node("n1", 1, true));
    expect(problems).toEqual(["nodes /n1 could not be taken in: no such thing"]);
    expect(now().leftOut?.count).toBe(1);
  });
});
