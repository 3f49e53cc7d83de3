import { nodeConditionOf } from "@daemonscope/daemonset/causes/causes";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";

type DaemonSets = NodeAnswer["daemonSets"];

/** Returns the pods that the kubelet rejects because of a condition of the node, by the key of their DaemonSet. */
export function podsOfCondition(type: string, daemonSets: DaemonSets): readonly { readonly key: string; readonly pod: string }[] {
  return daemonSets.flatMap(({ key, pods }) =>
    pods.flatMap(({ name, trouble }) => (trouble !== undefined && nodeConditionOf(trouble) === type ? [{ key, pod: name }] : [])),
  );
}
