import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import type { ScenarioStep } from "./scenario.ts";

interface PodOf {
  readonly namespace: string;
  readonly app: string;
  readonly node: string;
}

function editsPod(
  name: string,
  afterMs: number,
  { namespace, app, node }: PodOf,
  verb: string,
  change: string,
  edit: (pod: StoredObject) => void,
): ScenarioStep {
  const podQuery = `$(kubectl -n ${namespace} get pod -l app=${app} --field-selector spec.nodeName=${node} -o name)`;
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} ${verb} ${podQuery} ${change}`,
    run({ store }) {
      for (const pod of store.podsOnNode(node))
        if (pod.metadata.namespace === namespace && pod.metadata.labels?.app === app)
          store.edit("pods", namespace, pod.metadata.name, edit);
    },
  };
}

/** A user changes the image of one node's daemon pod, in the container with the DaemonSet's name. */
export function setsPodImage(name: string, afterMs: number, pod: PodOf, image: string): ScenarioStep {
  return editsPod(name, afterMs, pod, "set image", `${pod.app}=${image}`, (copy) => {
    for (const container of listIn(objectIn(copy, "spec"), "containers") as { name: string; image: string }[])
      if (container.name === pod.app) container.image = image;
  });
}

/** A user labels the daemon pod of one node. */
export function labelsPod(name: string, afterMs: number, pod: PodOf, key: string, value: string): ScenarioStep {
  return editsPod(name, afterMs, pod, "label", `${key}=${value} --overwrite`, (copy) => {
    copy.metadata.labels = { ...copy.metadata.labels, [key]: value };
  });
}
