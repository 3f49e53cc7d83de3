import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { annotationOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { SCHEDULER_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";

const SYSTEM = "kube-system";

/** Starts or stops the scheduler. Writes nothing if it already runs or is already stopped. */
export function switchScheduler(store: Store, runs: boolean): void {
  const namespace = store.get("namespaces", undefined, SYSTEM);
  if (namespace === undefined || (annotationOf(namespace, SCHEDULER_ANNOTATION) !== "stopped") === runs) return;
  store.edit("namespaces", undefined, SYSTEM, (copy) => {
    const { [SCHEDULER_ANNOTATION]: _before, ...annotations } = copy.metadata.annotations ?? {};
    copy.metadata.annotations = runs ? annotations : { ...annotations, [SCHEDULER_ANNOTATION]: "stopped" };
  });
}
