import type { Taint } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { evictPod } from "@daemonscope/simulated-apiserver/api/write/evict-pod";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionsOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { READY_ANNOTATION, SCHEDULER_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { switchScheduler } from "../controllers/scheduler/scheduler-switch.ts";
import { applyCommand } from "./apply-command.ts";
import { addDaemonSet, addNode, type DaemonSetPlan, daemonSetManifest, type NodePlan, nodeManifest, setImage } from "./manifests.ts";
import type { ScenarioStep } from "./scenario.ts";

/** Steps of a user. Each states its kubectl line, and changes the store like that line. */

const TERMINATED = "Pod was terminated in response to imminent node shutdown.";

const editNode = (store: Store, node: string, change: (node: StoredObject) => void) => store.edit("nodes", undefined, node, change);

export function setsImage(
  name: string,
  afterMs: number,
  namespace: string,
  daemonSet: string,
  image: string,
  container = daemonSet,
): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} set image ds/${daemonSet} ${container}=${image}`,
    run: ({ store }) => setImage(store, namespace, daemonSet, image, container),
  };
}

export function undoes(name: string, afterMs: number, namespace: string, daemonSet: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} rollout undo ds/${daemonSet}`,
    run({ store }) {
      const set = store.get("daemonsets", namespace, daemonSet);
      const revisions = store
        .list("controllerrevisions", namespace)
        .filter((revision) => revision.metadata.ownerReferences?.some((owner) => owner.uid === set?.metadata.uid) === true)
        .sort((a, b) => Number(b.revision) - Number(a.revision));
      const { $patch: _replace, ...template } = objectIn(objectIn(objectIn(revisions[1], "data"), "spec"), "template");
      if (revisions[1] === undefined) return;
      store.edit("daemonsets", namespace, daemonSet, (copy) => {
        copy.spec = { ...objectIn(copy, "spec"), template };
      });
    },
  };
}

export function applies(name: string, afterMs: number, plan: DaemonSetPlan): ScenarioStep {
  return {
    name,
    afterMs,
    get kubectl() {
      return applyCommand([daemonSetManifest(plan)]);
    },
    run: ({ store }) => addDaemonSet(store, plan),
  };
}

export function taints(name: string, afterMs: number, node: string, taint: Taint): ScenarioStep {
  const value = taint.value === undefined ? "" : `=${taint.value}`;
  return {
    name,
    afterMs,
    kubectl: `kubectl taint node ${node} ${taint.key}${value}:${taint.effect}`,
    run({ store }) {
      editNode(store, node, (copy) => {
        copy.spec = { ...objectIn(copy, "spec"), taints: [...listIn(copy.spec, "taints"), taint] };
      });
    },
  };
}

export function untaints(name: string, afterMs: number, node: string, { key, effect }: Taint): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl taint node ${node} ${key}:${effect}-`,
    run({ store }) {
      editNode(store, node, (copy) => {
        const kept = listIn(copy.spec, "taints").filter((has) => (has as Taint).key !== key || (has as Taint).effect !== effect);
        const { taints: _all, ...spec } = objectIn(copy, "spec");
        copy.spec = kept.length === 0 ? spec : { ...spec, taints: kept };
      });
    },
  };
}

/** Sets a label, or removes it if `value` is absent. */
export function labels(name: string, afterMs: number, node: string, key: string, value?: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl label node ${node} ${value === undefined ? `${key}-` : `${key}=${value}`}`,
    run({ store }) {
      editNode(store, node, (copy) => {
        const { [key]: _old, ...rest } = copy.metadata.labels ?? {};
        copy.metadata.labels = value === undefined ? rest : { ...rest, [key]: value };
      });
    },
  };
}

/** Sets one label of many nodes. */
export function labelsAll(name: string, afterMs: number, nodes: readonly string[], key: string, value: string): ScenarioStep {
  const steps = nodes.map((node) => labels(name, afterMs, node, key, value));
  return {
    name,
    afterMs,
    kubectl: `kubectl label node ${nodes.join(" ")} ${key}=${value} --overwrite`,
    run(stage) {
      for (const step of steps) step.run(stage);
    },
  };
}

/** Deletes a DaemonSet with its pods, or without them if they are to be orphaned. */
export function deletesDaemonSet(name: string, afterMs: number, namespace: string, daemonSet: string, orphan?: "orphan"): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} delete ds ${daemonSet}${orphan === undefined ? "" : " --cascade=orphan"}`,
    run({ store }) {
      if (store.get("daemonsets", namespace, daemonSet) !== undefined)
        store.delete("daemonsets", namespace, daemonSet, orphan === undefined ? {} : { propagationPolicy: "Orphan" });
    },
  };
}

/** Deletes a Deployment with its ReplicaSets and their pods. */
export function deletesDeployment(name: string, afterMs: number, namespace: string, deployment: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} delete deployment ${deployment}`,
    run({ store }) {
      if (store.get("deployments", namespace, deployment) !== undefined) store.delete("deployments", namespace, deployment);
    },
  };
}

export function cordons(name: string, afterMs: number, node: string, cordoned: boolean): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl ${cordoned ? "cordon" : "uncordon"} ${node}`,
    run({ store }) {
      editNode(store, node, (copy) => {
        const { unschedulable: _before, ...spec } = objectIn(copy, "spec");
        copy.spec = cordoned ? { ...spec, unschedulable: true } : spec;
      });
    },
  };
}

/**
 * Cordons a node and evicts its pods, except those of DaemonSets and mirrors of static pods. Also evicts pods without
 * an owner, which kubectl does only with --force.
 */
export function drains(name: string, afterMs: number, node: string): ScenarioStep {
  const cordon = cordons(name, afterMs, node, true);
  return {
    name,
    afterMs,
    kubectl: `kubectl drain ${node} --ignore-daemonsets --force`,
    run(stage) {
      cordon.run(stage);
      for (const pod of stage.store.podsOnNode(node)) {
        const isMirror = pod.metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
        if (controllerOf(pod.metadata)?.kind !== "DaemonSet" && !isMirror) evictPod(stage.store, stage.clock.nowMs(), pod);
      }
    },
  };
}

/** The node's kubelet reports itself ready or not. */
export function reportsReady(name: string, afterMs: number, node: string, ready: boolean): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl annotate node ${node} --overwrite ${READY_ANNOTATION}=${ready}`,
    run({ store }) {
      editNode(store, node, (copy) => {
        copy.metadata.annotations = { ...copy.metadata.annotations, [READY_ANNOTATION]: String(ready) };
      });
    },
  };
}

/** The kubelet of a node shuts it down gracefully: it ends all pods, reports NotReady and rejects new pods. Source:
 *  pkg/kubelet/nodeshutdown, killPods. */
export function shutsDown(name: string, afterMs: number, node: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl annotate node ${node} --overwrite ${READY_ANNOTATION}=shutdown`,
    run({ store }) {
      editNode(store, node, (copy) => {
        copy.metadata.annotations = { ...copy.metadata.annotations, [READY_ANNOTATION]: "shutdown" };
      });
      for (const pod of store.podsOnNode(node)) {
        const conditions = conditionsOf(pod).map((each) => (each.type === "Ready" ? { ...each, status: "False" } : each));
        const status = { ...statusOf(pod), phase: "Failed", reason: "Terminated", message: TERMINATED, conditions };
        store.update("pods", { ...pod, status }, "status");
      }
    },
  };
}

/** The scheduler stops, or starts again. The annotation replaces the removal of its manifest from the control plane. */
export function runsScheduler(name: string, afterMs: number, runs: boolean): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl annotate namespace kube-system --overwrite ${SCHEDULER_ANNOTATION}${runs ? "-" : "=stopped"}`,
    run: ({ store }) => switchScheduler(store, runs),
  };
}

export function joins(name: string, afterMs: number, plan: NodePlan): ScenarioStep {
  return {
    name,
    afterMs,
    get kubectl() {
      return applyCommand([nodeManifest(plan)]);
    },
    run({ store }) {
      if (store.get("nodes", undefined, plan.name) === undefined) addNode(store, plan);
    },
  };
}

export function leaves(name: string, afterMs: number, node: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl delete node ${node}`,
    run({ store }) {
      if (store.get("nodes", undefined, node) !== undefined) store.delete("nodes", undefined, node);
    },
  };
}

/** A user deletes the daemon pod of one node. */
export function deletesPod(name: string, afterMs: number, namespace: string, app: string, node: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} delete pod -l app=${app} --field-selector spec.nodeName=${node}`,
    run({ store }) {
      for (const pod of store.podsOnNode(node))
        if (pod.metadata.namespace === namespace && pod.metadata.labels?.app === app) store.delete("pods", namespace, pod.metadata.name);
    },
  };
}
