import { dropObject, putDaemonSet, putNode, putPodFacts, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import type { HealthyPodStatus } from "@daemonscope/daemonset/pods/healthy-pod";
import { type PodFacts, podFactsOf, withoutOvercomeLoops } from "@daemonscope/daemonset/pods/pod-facts";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import fc from "fast-check";
import { expect, it } from "vitest";
import { replayTo } from "../../replay/replay-to.ts";
import { recordedCluster } from "../watched.fixture.ts";

const SEED = Number(process.env.SEED ?? 20261130);
const PODS = 4;

const uidOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const numbersOf = (n: number) => ({ a: 0, b: 0x4000, c: 0x80000000, d: n });
const status: fc.Arbitrary<HealthyPodStatus> = fc.record({
  phase: fc.constantFrom("Running", "Pending"),
  ready: fc.boolean(),
  sinceS: fc.option(
    fc.nat({ max: 3 }).map((n) => EPOCH_MS / 1000 + n),
    { nil: undefined },
  ),
  restarts: fc.constantFrom(0, 1, 300),
  step: fc.constantFrom(undefined, "image" as const, "readiness" as const),
});
const n = fc.nat({ max: PODS - 1 });
type Step =
  | { readonly do: "status"; readonly n: number; readonly status: HealthyPodStatus }
  | { readonly do: "drop" | "fail" | "loop" | "looped"; readonly n: number }
  | { readonly do: "tick" };
type StepOrCheckpoint = Step | { readonly do: "checkpoint" };

const aStatus: fc.Arbitrary<Step> = fc.record({ do: fc.constant("status" as const), n, status });
const aTick: fc.Arbitrary<Step> = fc.constant({ do: "tick" });
const aChange = (...kinds: readonly ("drop" | "fail" | "loop" | "looped")[]): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constantFrom(...kinds), n });

function factsOf(number: number): PodFacts {
  const facts = podFactsOf(aPod("a", `agent-${number}`, { node: `n${number}` }));
  if (facts === undefined) throw new Error("it is no pod of a DaemonSet");
  return { ...facts, uid: uidOf(number) };
}

const withStatus = (facts: PodFacts, { phase, ready, sinceS, restarts, step: startStep }: HealthyPodStatus): PodFacts => ({
  ...facts,
  phase,
  ready,
  readySinceMs: ready && sinceS !== undefined ? sinceS * 1000 : undefined,
  unreadySinceMs: !ready && sinceS !== undefined ? sinceS * 1000 : undefined,
  restarts,
  step: startStep,
});
const failing = (facts: PodFacts): PodFacts => ({ ...facts, ready: false, reason: { kind: "reason", reason: "Error" }, failing: true });
/** A crash loop that ends, or has ended, by time alone. */
const looping = (facts: PodFacts, overcomeAtMs: number): PodFacts => ({
  ...failing(facts),
  ready: true,
  readySinceMs: EPOCH_MS,
  overcomeAtMs,
  loopSinceMs: EPOCH_MS,
});

/** A log that begins with an empty cluster, so that numbers do not depend on a checkpoint. */
function logOf(objects: "shared" | "columns") {
  const cluster = recordedCluster(1e9, objects);
  const { model, writer, live, consumer, time } = cluster;
  for (const source of MODEL_SOURCES) consumer({ do: "read", source });
  live.beginMarks();
  live.settle();
  consumer(putDaemonSet(aDaemonSet("a")));
  consumer(putRevision(aRevision("a", 1)));
  for (let number = 0; number < PODS; number++) consumer(putNode(aNode(`n${number}`)));
  const healthy = model.healthyPodsWith((change) => writer.noteStatus(model.reading.nowMs, change));
  return {
    ...cluster,
    apply(each: Step): void {
      if (each.do === "tick") {
        time.pass(1000);
        live.settle();
      } else if (each.do === "status") {
        model.at(time.nowMs());
        const isApplied = healthy?.find(numbersOf(each.n)) !== undefined && healthy.apply(each.status);
        if (!isApplied) consumer(putPodFacts(withStatus(factsOf(each.n), each.status)));
      } else if (each.do === "drop") consumer(dropObject("pods", uidOf(each.n)));
      else if (each.do === "fail") consumer(putPodFacts(failing(factsOf(each.n))));
      else consumer(putPodFacts(looping(factsOf(each.n), time.nowMs() + (each.do === "loop" ? 1500 : -1000))));
    },
  };
}

it(`writes the lines of a log that keeps each pod as an object, seed ${SEED}`, () => {
  const step = fc.oneof(
    { arbitrary: aStatus, weight: 8 },
    { arbitrary: aChange("drop", "fail"), weight: 3 },
    { arbitrary: aTick, weight: 1 },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (history) => {
      const [columns, objects] = [logOf("columns"), logOf("shared")];
      for (const each of history) {
        columns.apply(each);
        objects.apply(each);
      }
      expect(columns.writer.openText).toBe(objects.writer.openText);
    }),
    { seed: SEED, numRuns: 150 },
  );
});

it(`L1 gives the pods of the model from each checkpoint, also after crash loops that end by time, seed ${SEED}`, async () => {
  const step = fc.oneof(
    { arbitrary: aStatus, weight: 4 },
    { arbitrary: aChange("drop", "fail", "loop", "looped"), weight: 4 },
    { arbitrary: aTick, weight: 2 },
    { arbitrary: fc.constant<StepOrCheckpoint>({ do: "checkpoint" }), weight: 1 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("shared", "columns"), fc.array(step, { maxLength: 40 }), async (pods, history) => {
      const log = logOf(pods);
      for (const each of history) {
        if (each.do !== "checkpoint") {
          log.apply(each);
          continue;
        }
        log.writer.checkpointNext();
        log.live.settle();
        await log.writer.flush();
      }
      log.live.settle();
      await log.writer.flush();
      const { header, segments, openText } = log.writer;
      // The live model drops the evidence of a loop when the pod arrives again. A reader ignores it.
      const podsOf = ({ held, reading }: ClusterModel) =>
        withoutOvercomeLoops([...held.pods], reading.nowMs).toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
      for (const { number, fromMs } of segments) {
        const { model } = await replayTo(
          { header, segments: segments.slice(number), openText },
          { fromMs, toMs: Number.POSITIVE_INFINITY },
        );
        expect(podsOf(model)).toEqual(podsOf(log.model));
      }
    }),
    { seed: SEED, numRuns: 250 },
  );
});
