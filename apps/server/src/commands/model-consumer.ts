import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { ClusterConsumer } from "../cluster/cluster-watch.ts";

/** Hands everything to the model, dated when it came: the last tick may be long ago. With a namespace, only that namespace's DaemonSets and what is theirs. */
export function modelConsumer(model: ClusterModel, namespace: string | undefined, nowMs: () => number): ClusterConsumer {
  const isMeant = (object: { readonly metadata: { readonly namespace: string } }) =>
    namespace === undefined || object.metadata.namespace === namespace;
  const now = () => {
    model.at(nowMs());
    return model;
  };
  return {
    putNode: (node) => now().putNode(node),
    dropNode: (name) => now().dropNode(name),
    putDaemonSet: (daemonSet) => {
      if (isMeant(daemonSet)) now().putDaemonSet(daemonSet);
    },
    dropDaemonSet: (uid) => now().dropDaemonSet(uid),
    putRevision: (revision) => {
      if (isMeant(revision)) now().putRevision(revision);
    },
    dropRevision: (uid) => now().dropRevision(uid),
    putPod: (pod) => {
      if (isMeant(pod)) now().putPod(pod);
    },
    dropPod: (uid) => now().dropPod(uid),
    putEvent: (event) => {
      if (isMeant(event)) now().putEvent(event);
    },
    dropEvent: (uid) => now().dropEvent(uid),
  };
}
