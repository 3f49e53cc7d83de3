import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionsOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { PREFIX, READY_ANNOTATION, SILENT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { type EndFault, type Fault, type FaultPlace, podsOnPlace } from "./fault.ts";

/** The changes of other objects that faults consist of. Each returns its end. */

type Begin = NonNullable<Fault["begin"]>;

/** The highest priority, so that nothing preempts the pod. */
export const CRITICAL = "system-node-critical";
export const LONG_SECONDS = 3600;
const DELETE_DELAY = `${PREFIX}delete-delay`;
/** From the creation of a pod until it runs. */
const RUNS_MS = 5000;
/** The uid of a DaemonSet that does not exist. */
const DELETED_UID = "00000000-0000-4000-a000-000000000000";

/** Begins several changes in order, and ends them in reverse order. */
export const inOrder =
  (...begins: readonly Begin[]): Begin =>
  (place) => {
    const ends = begins.map((begin) => begin(place));
    return () => {
      for (const end of ends.toReversed()) end();
    };
  };

/** Begins a change after a time, unless the fault ends before. */
export const later =
  (delayMs: number, begin: Begin): Begin =>
  (place) => {
    let end: EndFault | undefined;
    const timer = place.clock.after(delayMs, () => {
      end = begin(place);
    });
    return () => {
      timer.cancel();
      end?.();
    };
  };

interface Holder {
  readonly priorityClassName?: string;
  readonly hostPort?: number;
  readonly resources?: Readonly<Record<string, string>>;
  readonly isSlowToEnd?: boolean;
  /** Name of a deleted DaemonSet to which the pod belonged. It is being deleted, which takes an hour. */
  readonly ofDeleted?: string;
}

/** Runs another pod on the node, which holds what the pod of the DaemonSet needs. */
export const holdsNode =
  (holderAt: (place: FaultPlace) => Holder): Begin =>
  (place) => {
    const { store, clock, set, node } = place;
    const { priorityClassName, hostPort, resources, isSlowToEnd = true, ofDeleted } = holderAt(place);
    const { namespace = "" } = set.metadata;
    const pod = store.create("pods", {
      metadata: {
        generateName: "holder-",
        namespace,
        labels: { app: "holder", ...(ofDeleted === undefined ? {} : { "controller-revision-hash": "0000000000" }) },
        ...(ofDeleted === undefined
          ? {}
          : { ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: ofDeleted, uid: DELETED_UID, controller: true }] }),
        ...(isSlowToEnd ? { annotations: { [DELETE_DELAY]: `${LONG_SECONDS}s` } } : {}),
      },
      spec: {
        nodeName: node,
        terminationGracePeriodSeconds: LONG_SECONDS,
        ...(priorityClassName === undefined ? {} : { priorityClassName }),
        tolerations: [{ operator: "Exists" }],
        containers: [
          {
            name: "holder",
            image: "holder:1.0",
            ...(hostPort === undefined ? {} : { ports: [{ containerPort: hostPort, hostPort, protocol: "TCP" }] }),
            ...(resources === undefined ? {} : { resources: { requests: resources, limits: resources } }),
          },
        ],
      },
    });
    const { name, uid } = pod.metadata;
    const isPresent = () => store.get("pods", namespace, name)?.metadata.uid === uid;
    if (ofDeleted !== undefined) clock.after(RUNS_MS, () => isPresent() && store.delete("pods", namespace, name, { uid }));
    return () => {
      if (isPresent()) store.delete("pods", namespace, name, { gracePeriodSeconds: 0 });
    };
  };

/** Sets a resource of the node. */
export const allocates =
  (resource: string, amount: string): Begin =>
  ({ store, node }) => {
    const set = (value: unknown): void =>
      void store.edit(
        "nodes",
        undefined,
        node,
        (copy) => {
          const { [resource]: _before, ...rest } = objectIn(statusOf(copy), "allocatable");
          copy.status = { ...statusOf(copy), allocatable: value === undefined ? rest : { ...rest, [resource]: value } };
        },
        "status",
      );
    const before = objectIn(statusOf(store.get("nodes", undefined, node) as StoredObject), "allocatable")[resource];
    set(amount);
    return () => set(before);
  };

/** Sets an annotation of the node that its kubelet reads. */
const annotatesNode =
  (key: string, value: string): Begin =>
  ({ store, node }) => {
    const set = (next: string | undefined): void =>
      void store.edit("nodes", undefined, node, ({ metadata }) => {
        const { [key]: _before, ...rest } = metadata.annotations ?? {};
        metadata.annotations = next === undefined ? rest : { ...rest, [key]: next };
      });
    set(value);
    return () => set(undefined);
  };

export const reportsNotReady = annotatesNode(READY_ANNOTATION, "false");
export const isSilent = annotatesNode(SILENT_ANNOTATION, "true");

/** Sets a condition of the node. */
export const hasPressure =
  (type: string, has: readonly [reason: string, message: string], hasNot: readonly [reason: string, message: string]): Begin =>
  ({ store, clock, node }) => {
    const set = (status: "True" | "False", [reason, message]: readonly [string, string]): void =>
      void store.edit(
        "nodes",
        undefined,
        node,
        (copy) => {
          copy.status = { ...statusOf(copy), conditions: withCondition(conditionsOf(copy), clock, type, status, reason, message) };
        },
        "status",
      );
    set("True", has);
    return () => set("False", hasNot);
  };

export const taintsNode =
  (key: string, value: string): Begin =>
  ({ store, node }) => {
    const set = (isTainted: boolean): void =>
      void store.edit("nodes", undefined, node, (copy) => {
        const { taints: _before, ...spec } = objectIn(copy, "spec");
        const others = listIn(copy.spec, "taints").filter((taint) => objectIn({ taint }, "taint").key !== key);
        const taints = isTainted ? [...others, { key, value, effect: "NoSchedule" }] : others;
        copy.spec = taints.length === 0 ? spec : { ...spec, taints };
      });
    set(true);
    return () => set(false);
  };

/** Deletes the node. The end creates it again, with its labels and its spec. */
export const leaves: Begin = ({ store, node }) => {
  const before = store.get("nodes", undefined, node);
  if (before !== undefined) store.delete("nodes", undefined, node);
  return () => {
    if (before === undefined || store.get("nodes", undefined, node) !== undefined) return;
    const { capacity, allocatable } = statusOf(before);
    const { annotations = {} } = before.metadata;
    store.create("nodes", {
      metadata: { name: node, labels: before.metadata.labels, annotations },
      spec: before.spec,
      status: { capacity, allocatable },
    });
  };
};

/** Changes the spec of the DaemonSet. The end restores it. */
export const editsSet =
  (change: (spec: Record<string, unknown>, template: Record<string, unknown>) => void): Begin =>
  ({ store, set: { metadata, spec: before } }) => {
    const { namespace, name, uid } = metadata;
    const set = (edit: (copy: StoredObject) => void): void => {
      if (store.get("daemonsets", namespace, name)?.metadata.uid === uid) store.edit("daemonsets", namespace, name, edit);
    };
    set((copy) => change(objectIn(copy, "spec"), objectIn(objectIn(objectIn(copy, "spec"), "template"), "spec")));
    return () =>
      set((copy) => {
        copy.spec = before;
      });
  };

/** Marks the pod on the node as the device taint eviction controller does before it deletes the pod. Source:
 *  pkg/controller/devicetainteviction, addConditionAndDeletePod. */
export const hasTaintedDevice: Begin = (place) => {
  const [pod] = podsOnPlace(place);
  if (pod === undefined) return () => undefined;
  const { store, clock } = place;
  const { namespace, name } = pod.metadata;
  const why = "Device Taint manager: deleting due to NoExecute taint";
  const conditions = withCondition(conditionsOf(pod), clock, "DisruptionTarget", "True", "DeletionByDeviceTaintManager", why);
  store.edit(
    "pods",
    namespace,
    name,
    (copy) => {
      copy.status = { ...statusOf(copy), conditions };
    },
    "status",
  );
  return () => undefined;
};

/** Deletes the pod on the node. `graceSeconds`: its containers take this long to end. */
export const endsPod =
  (graceSeconds?: number): Begin =>
  (place) => {
    const [pod] = podsOnPlace(place);
    if (pod === undefined) return () => undefined;
    const { store } = place;
    const { namespace, name, uid } = pod.metadata;
    if (graceSeconds !== undefined)
      store.edit("pods", namespace, name, ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, [DELETE_DELAY]: `${graceSeconds}s` };
      });
    store.delete("pods", namespace, name, graceSeconds === undefined ? { uid } : { uid, gracePeriodSeconds: graceSeconds });
    return () => {
      if (store.get("pods", namespace, name)?.metadata.uid === uid) store.delete("pods", namespace, name, { gracePeriodSeconds: 0 });
    };
  };

/** Stops the DaemonSet controller for this DaemonSet. */
export const pausesController: Begin = ({ pauseController }) => {
  pauseController(true);
  return () => pauseController(false);
};

/** Creates a second pod on the node, with another revision or the same one. */
export const copiesPod =
  (isOtherRevision: boolean): Begin =>
  (place): EndFault => {
    const [pod] = podsOnPlace(place);
    if (pod === undefined) return () => undefined;
    const { store, node } = place;
    const { metadata, spec } = pod;
    const { labels = {}, namespace = "", generateName, ownerReferences } = metadata;
    const hash = isOtherRevision ? { "controller-revision-hash": "0000000000", "pod-template-generation": "0" } : {};
    const copy = store.create("pods", {
      metadata: { generateName, namespace, labels: { ...labels, ...hash }, ownerReferences },
      spec: { ...objectIn({ spec }, "spec"), nodeName: node },
    });
    const { name, uid } = copy.metadata;
    return () => {
      if (store.get("pods", namespace, name)?.metadata.uid === uid) store.delete("pods", namespace, name, { uid });
    };
  };
