import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { RawObject } from "./raw-mirror.ts";
import { rawVerdictOf } from "./raw-placement.ts";

/** Compares a model's verdicts with those of the raw objects. Returns a sentence for each difference. */
export function wrongVerdicts(model: ClusterModel, sets: readonly RawObject[], nodes: readonly RawObject[]): readonly string[] {
  return sets.flatMap((set) => {
    const { namespace, name } = set.metadata;
    return nodes.flatMap((node) => {
      const modelVerdict = model.reading.verdictOf(`${namespace}/${name}`, node.metadata.name);
      const expected = rawVerdictOf(set, node);
      return modelVerdict === expected
        ? []
        : [`${name} on ${node.metadata.name}: the model says ${modelVerdict}, by the raw objects ${expected}`];
    });
  });
}
