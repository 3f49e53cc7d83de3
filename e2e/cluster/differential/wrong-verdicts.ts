import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { RawObject } from "./raw-mirror.ts";
import { rawVerdictOf } from "./raw-placement.ts";

/** Holds the verdicts that a model keeps against those of the raw objects. A sentence for each that differs. */
export function wrongVerdicts(model: ClusterModel, sets: readonly RawObject[], nodes: readonly RawObject[]): readonly string[] {
  return sets.flatMap((set) => {
    const { namespace, name } = set.metadata;
    return nodes.flatMap((node) => {
      const modelVerdict = model.reading.verdictOf(`${namespace}/${name}`, node.metadata.name);
      const theirs = rawVerdictOf(set, node);
      return modelVerdict === theirs
        ? []
        : [`${name} on ${node.metadata.name}: the model says ${modelVerdict}, by the raw objects ${theirs}`];
    });
  });
}
