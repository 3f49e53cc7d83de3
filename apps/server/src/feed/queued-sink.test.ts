import type { KubeNode } from "@daemonscope/kube/objects";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { DeltaFilter } from "@daemonscope/kube-client/list-watch/delta-filter";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kubeNode } from "../cluster.fixture.ts";
import type { ClusterSink } from "../watch/cluster-watch.ts";
import { EventQueue } from "./event-queue.ts";
import { type DeferredFailure, queuedSink } from "./queued-sink.ts";
import { reportDeferredFailure } from "./report-deferred-failure.ts";

const SEED = Number(process.env.SEED ?? 20261128);
const stoppedTime = { elapsedMs: () => 0 };

const BROKEN = "broken";

/** Takes in nodes except the broken ones: through a gate or directly. */
function taking(gate?: EventQueue) {
  const held = new Map<string, string>();
  const problems: string[] = [];
  let leftOut: SourceStatus["leftOut"];
  const plain = {
    putNode: ({ metadata: { name, labels, resourceVersion } }: KubeNode) => {
      if (labels?.[BROKEN] !== undefined) throw new Error("no such thing");
      held.set(name, resourceVersion);
    },
    dropNode: (name: string) => void held.delete(name),
  } as ClusterSink;
  const failed = (failure: DeferredFailure) =>
    reportDeferredFailure(failure, { failed: (_, object, cause) => intake.failed(object as KubeNode, cause) }, (text) =>
      problems.push(text),
    );
  const consumer = gate === undefined ? plain : queuedSink(plain, gate, failed);
  const intake = new DeltaFilter<KubeNode>({
    resource: WATCHED.nodes,
    decode: (object) => ({ object: object as KubeNode }),
    sink: {
      put: (node) => consumer.putNode(node),
      drop: (_, name) => consumer.dropNode(name),
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
  const made = kubeNode(name, isBroken ? { labels: { [BROKEN]: "" } } : {});
  return { ...made, metadata: { ...made.metadata, resourceVersion: String(version) } };
};

const name = fc.constantFrom("n1", "n2", "n3");
const put = fc.record({ do: fc.constant("put" as const), name, isBroken: fc.boolean() });
const step = fc.oneof(
  { arbitrary: put, weight: 6 },
  { arbitrary: fc.record({ do: fc.constantFrom("remove" as const, "again" as const), name }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant("list" as const), names: fc.uniqueArray(name) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom("shut" as const, "open" as const) }), weight: 3 },
);

describe(`objects in a queue, seed ${SEED}`, () => {
  it("are held, left out and retried as without a queue, for any rejections", () => {
    let late = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), (steps) => {
        const gate = new EventQueue();
        const [gated, plain] = [taking(gate), taking()];
        const both = [gated.intake, plain.intake];
        const last = new Map<string, KubeNode>();
        let version = 0;
        for (const each of steps)
          switch (each.do) {
            case "put": {
              const made = node(each.name, ++version, each.isBroken);
              last.set(each.name, made);
              if (gate.isShut && each.isBroken) late++;
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
            case "shut":
              gate.shut();
              break;
            case "open":
              while (!gate.openUntil(0, stoppedTime));
          }
        while (!gate.openUntil(0, stoppedTime));
        // The problem that is shown first depends on the order of the attempts.
        const counts = ({ held, leftOut }: ReturnType<typeof plain.now>) => ({ held, leftOut: leftOut?.count });
        expect(counts(gated.now())).toEqual(counts(plain.now()));
        // A rejected object is tried again each time it arrives.
        const [triedGated, triedPlain] = [gated, plain].map(({ intake, problems }) => {
          const before = problems.length;
          for (const made of last.values()) intake.takeRead(made);
          return problems.slice(before);
        });
        expect(triedGated).toEqual(triedPlain);
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(late).toBeGreaterThan(300);
  });

  it("that are rejected but superseded meanwhile are reported, and not left out", () => {
    const gate = new EventQueue();
    const { intake, problems, now } = taking(gate);
    gate.shut();
    intake.takeRead(node("n1", 1, true));
    intake.takeRead(node("n1", 2, false));
    while (!gate.openUntil(0, stoppedTime));
    expect(problems).toEqual(["what a watch brought could not be taken in (putNode): no such thing"]);
    expect(now()).toEqual({ held: new Map([["n1", "2"]]), leftOut: undefined });
  });

  it("that are rejected while the queue is open are reported by their source", () => {
    const { intake, problems, now } = taking(new EventQueue());
    intake.takeRead(node("n1", 1, true));
    expect(problems).toEqual(["nodes /n1 could not be taken in: no such thing"]);
    expect(now().leftOut?.count).toBe(1);
  });
});
