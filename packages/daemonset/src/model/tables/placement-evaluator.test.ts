import fc from "fast-check";
import { expect, it } from "vitest";
import { noMatchReasonFor } from "../../placement/no-match-reason.ts";
import { putDaemonSet, putNode } from "../cluster-event.ts";
import { ClusterModel } from "../cluster-model.ts";
import { aDaemonSet, aNode, EPOCH_MS } from "../objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260125);
const RUNS = Number(process.env.RUNS ?? 200);

const taint = fc.record({ key: fc.constantFrom("db", "gpu"), effect: fc.constantFrom("NoSchedule", "NoExecute") });
const label = fc.constantFrom("1", "2");
const node = fc.record({ labels: fc.record({ a: label, b: label }, { requiredKeys: [] }), taints: fc.array(taint, { maxLength: 2 }) });
const template = fc.record(
  { nodeSelector: fc.record({ a: label, b: label }, { requiredKeys: [] }), nodeName: fc.constantFrom("n0", "n1", "gone") },
  { requiredKeys: ["nodeSelector"] },
);

it(`R28 the reason for no matching node, found per node class, equals that of all nodes, seed ${SEED}`, () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(node, { maxLength: 12 }), fc.array(template, { minLength: 1, maxLength: 3 }), (nodes, templates) => {
      const model = new ClusterModel({ nowMs: EPOCH_MS });
      for (const [at, parts] of nodes.entries()) model.apply(putNode(aNode(`n${at}`, parts as Parameters<typeof aNode>[1])));
      for (const [at, parts] of templates.entries()) model.apply(putDaemonSet(aDaemonSet(`set-${at}`, { template: parts })));
      for (const { key, nowhere } of model.takeChanges().daemonSetsPut) {
        const object = model.reading.daemonSet(key);
        if (object === undefined || nowhere === undefined) continue;
        found++;
        expect(nowhere).toEqual(noMatchReasonFor(object.spec.template, model.reading.nodes()));
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS / 4);
});
