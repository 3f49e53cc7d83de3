import { exclusionReason } from "@daemonscope/words/english/check-text";
import fc from "fast-check";
import { expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260109);
const word = fc.oneof(
  fc.string(),
  fc.constantFrom("__proto__", "constructor", "toString", "n1", "", "node.kubernetes.io/not-ready", "NoSchedule", "-1", "9".repeat(30)),
  fc.constant("x".repeat(200_000)),
);
const words = fc.dictionary(word, word, { maxKeys: 4 });
const requirement = fc.record({
  key: word,
  operator: fc.oneof(word, fc.constantFrom("In", "NotIn", "Gt", "Lt", "Exists")),
  values: fc.array(word),
});

it(`G10 hostile names, labels, taints, selectors, hashes and times never throw and stay unchanged, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, words, fc.array(fc.record({ key: word, value: word, effect: word }), { maxLength: 3 })), { maxLength: 3 }),
      words,
      fc.array(
        fc.record({ matchExpressions: fc.array(requirement, { maxLength: 2 }), matchFields: fc.array(requirement, { maxLength: 2 }) }),
        {
          maxLength: 2,
        },
      ),
      fc.array(fc.record({ key: word, operator: word, value: word, effect: word }), { maxLength: 3 }),
      fc.array(fc.tuple(word, word, word, word), { maxLength: 4 }),
      (nodes, nodeSelector, nodeSelectorTerms, tolerations, pods) => {
        const model = new ClusterModel({ nowMs: EPOCH_MS, gates: { TaintTolerationComparisonOperators: true } });
        for (const [name, labels, taints] of nodes) model.apply(putNode(aNode(name, { labels, taints, uid: name })));
        model.apply(
          putDaemonSet(
            aDaemonSet("a", {
              template: { nodeSelector, tolerations, requiredNodeAffinity: { nodeSelectorTerms } },
              strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: pods[0]?.[0] ?? "", maxUnavailable: pods[0]?.[1] ?? "" } },
            }),
          ),
        );
        model.apply(putRevision(aRevision("a", 1)));
        for (const [name, node, hash, message] of pods) {
          model.apply(putPod(aPod("a", name, { node, hash, waiting: message })));
          model.apply(putPod(aPod("a", `${name}-waits`, { pinnedTo: node, hash, schedulerMessage: message })));
        }
        model.takeChanges();
        for (const { name, labels } of model.reading.nodes()) {
          const [, expected] = nodes.findLast(([nodeName]) => nodeName === name) ?? [];
          expect(Object.entries(labels)).toEqual(Object.entries(expected ?? {}));
          const placement = model.reading.placementOf("default/a", name);
          expect(placement?.verdict).toBe(model.reading.verdictOf("default/a", name));
          if (placement !== undefined) expect(exclusionReason(placement) === undefined).toBe(placement.verdict === "run");
        }
        const budget = model.reading.daemonSetRecord("default/a")?.budget;
        expect(budget?.used).toBe(budget?.holders.reduce((sum, holder) => sum + holder.count, 0));
        for (const [name, node] of pods) {
          model.apply(dropObject("pods", `pod-${name}`));
          model.apply(dropObject("nodes", node));
        }
        model.apply(dropObject("daemonsets", "ds-a"));
        model.takeChanges();
      },
    ),
    { seed: SEED, numRuns: 100 },
  );
});
