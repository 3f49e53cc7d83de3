import type { DaemonSetFacts, NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import type { Json } from "@daemonscope/kube-client/decode/fields";

/** Returns the facts of a node for a plan, from the API's object; undefined if it is no node. */
export function nodeFactsIn(object: Json): NodeFacts | undefined {
  const decoded = decodeNode(object);
  if (!("object" in decoded)) return undefined;
  const { metadata, spec } = decoded.object;
  const taints = spec.taints.map(({ timeAdded: _timeAdded, ...taint }) => taint);
  return { name: metadata.name, uid: metadata.uid, labels: metadata.labels ?? {}, taints, unschedulable: spec.unschedulable };
}

/** Returns the facts of a DaemonSet for a plan, from the API's object; undefined if it is no DaemonSet. */
export function daemonSetFactsIn(object: Json): DaemonSetFacts | undefined {
  const decoded = decodeDaemonSet(object);
  if (!("object" in decoded)) return undefined;
  const { metadata, spec, status } = decoded.object;
  const { template, updateStrategy } = spec;
  const { namespace, name, uid, generation } = metadata;
  const desired = status.desiredNumberScheduled;
  const seen = generation === undefined ? {} : { generation };
  return { namespace, name, uid, ...seen, template, containers: template.containers, updateStrategy, desired };
}
