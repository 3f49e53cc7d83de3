import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aPod, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { expect, it } from "vitest";
import { SecretRedactor } from "../../feed/secret-redactor.ts";
import { EntryWriter } from "./entry-text.ts";
import { RecordedModel } from "./recorded-model.ts";

function logged() {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const entries = new EntryWriter();
  const checkpoints = new RecordedModel(entries, new SecretRedactor());
  return {
    apply(input: ClusterEvent) {
      model.apply(input, EPOCH_MS);
      entries.lineOf({ kind: "input", nowMs: EPOCH_MS, input });
    },
    podIds: () => checkpoints.of(model.save()).runs.flatMap(({ ids }) => ids),
  };
}

const aPut = (name: string): ClusterEvent => {
  const object = podFactsOf(aPod("a", name, { node: "n1" }));
  if (object === undefined) throw new Error("no pod of a DaemonSet");
  return { do: "put", kind: "pods", object };
};

it("a pod keeps its number across checkpoints, also if earlier pods are deleted", () => {
  const { apply, podIds } = logged();
  for (const name of ["p0", "p1", "p2"]) apply(aPut(name));
  expect(podIds()).toEqual([0, 1, 2]);
  apply({ do: "drop", kind: "pods", key: "pod-p0" });
  apply(aPut("p3"));
  expect(podIds()).toEqual([1, 2, 3]);
});

it("a pod that is dropped and put again has a new number, even if it is the same object", () => {
  const { apply, podIds } = logged();
  const put = aPut("p0");
  apply(put);
  expect(podIds()).toEqual([0]);
  apply({ do: "drop", kind: "pods", key: "pod-p0" });
  apply(put);
  expect(podIds()).toEqual([1]);
});
