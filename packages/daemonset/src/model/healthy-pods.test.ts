import fc from "fast-check";
import { expect, it } from "vitest";
import type { HealthyPodStatus } from "../pods/healthy-pod.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import { podFactsOf } from "../pods/pod-facts.ts";
import { putDaemonSet, putNode, putPodFacts, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

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
  restarts: fc.constantFrom(0, 1, 254, 255, 300),
  step: fc.constantFrom(undefined, "image" as const, "readiness" as const),
});

function buildModel(): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS, objects: "columns" });
  model.apply(putDaemonSet(aDaemonSet("a")));
  model.apply(putRevision(aRevision("a", 1)));
  for (let n = 0; n < PODS; n++) {
    model.apply(putNode(aNode(`n${n}`)));
    model.apply(putPodFacts(factsOf(n)));
  }
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return model;
}
function factsOf(n: number): PodFacts {
  const facts = podFactsOf(aPod("a", `agent-${n}`, { node: `n${n}` }));
  if (facts === undefined) throw new Error("it is no pod of a DaemonSet");
  return { ...facts, uid: uidOf(n) };
}
const withStatus = (facts: PodFacts, { phase, ready, sinceS, restarts, step }: HealthyPodStatus): PodFacts => ({
  ...facts,
  phase,
  ready,
  readySinceMs: ready && sinceS !== undefined ? sinceS * 1000 : undefined,
  unreadySinceMs: !ready && sinceS !== undefined ? sinceS * 1000 : undefined,
  restarts,
  step,
});

it("M1 a status update alone gives the same news and changes as the whole pod", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: PODS }), status), { maxLength: 30 }), (statuses) => {
      const [byStatus, whole] = [buildModel(), buildModel()];
      const { healthyPods } = byStatus;
      for (const [n, newStatus] of statuses) {
        if (n === PODS) {
          expect(byStatus.takeChanges()).toEqual(whole.takeChanges());
          continue;
        }
        const facts = withStatus(factsOf(n), newStatus);
        const isKnown = healthyPods?.find(numbersOf(n)) !== undefined;
        if (!isKnown || healthyPods?.apply(newStatus) !== true) byStatus.apply(putPodFacts(facts));
        whole.apply(putPodFacts(facts));
        expect(byStatus.hasNews).toBe(whole.hasNews);
      }
      expect(byStatus.takeChanges()).toEqual(whole.takeChanges());
      expect([...byStatus.held.pods]).toEqual([...whole.held.pods]);
    }),
    { seed: 20261126, numRuns: 300 },
  );
});
