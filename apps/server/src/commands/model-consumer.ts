import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { ClusterConsumer } from "../cluster/cluster-watch.ts";

/** Hands everything to the model; with a namespace, only that namespace's DaemonSets and what is theirs. */
export function modelConsumer(model: ClusterModel, namespace: string | undefined): ClusterConsumer {
  const isMeant = (object: { readonly metadata: { readonly namespace: string } }) =>
    namespace === undefined || object.metadata.namespace === namespace;
  return {
    putNode: (node) => model.putNode(node),
    dropNode: (name) => model.dropNode(name),
    putDaemonSet: (daemonSet) => {
      if (isMeant(daemonSet)) model.putDaemonSet(daemonSet);
    },
    dropDaemonSet: (uid) => model.dropDaemonSet(uid),
    putRevision: (revision) => {
      if (isMeant(revision)) model.putRevision(revision);
    },
    dropRevision: (uid) => model.dropRevision(uid),
    putPod: (pod) => {
      if (isMeant(pod)) model.putPod(pod);
    },
    dropPod: (uid) => model.dropPod(uid),
    putEvent: (event) => {
      if (isMeant(event)) model.putEvent(event);
    },
    dropEvent: (uid) => model.dropEvent(uid),
  };
}
