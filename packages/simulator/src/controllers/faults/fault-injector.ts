import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { badRequest, forbidden, StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, isDeleting, nodeNameOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Resource } from "@daemonscope/simulated-apiserver/objects/resource";
import { RESOURCES } from "@daemonscope/simulated-apiserver/objects/resources";
import { FAULT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { DAEMON_SET_FAULTS } from "./daemonset-faults.ts";
import { annotated, type EndFault, type Fault, type FaultPlace, faultsIn, type NewPod, podSpec, podsOnPlace } from "./fault.ts";
import { READY_FAULTS, REJECTION_FAULTS, RUN_FAULTS, START_FAULTS } from "./kubelet-faults.ts";
import {
  endsPod,
  hasTaintedDevice,
  inOrder,
  isSilent,
  LONG_SECONDS,
  later,
  leaves,
  reportsNotReady,
  taintsNode,
} from "./objects-of-fault.ts";
import { SCHEDULING_FAULTS } from "./scheduling-faults.ts";

const PODS = RESOURCES.find(({ name }) => name === "pods") as Resource;

/** Returns the refusal of an admission plugin, in its words. */
const admission = (why: string): Fault => ({
  refuses(podName) {
    throw forbidden(PODS, podName, why);
  },
});

const answer = (code: number, reason: string, message: string): Fault => ({
  refuses() {
    throw new StoreError({ code, reason, message });
  },
});

const WEBHOOK = "policy.example.com";

/** Pods that the API server does not create. Source: plugin/pkg/admission, apiserver pkg/admission/plugin/webhook. */
const CREATE_FAULTS = {
  quotaExceeded: admission("exceeded quota: team-quota, requested: pods=1, used: pods=10, limited: pods=10"),
  requestsOverQuota: admission(
    "exceeded quota: team-quota, requested: requests.memory=64Mi, used: requests.memory=480Mi, limited: requests.memory=512Mi",
  ),
  limitRange: admission("maximum memory usage per Container is 64Mi, but limit is 128Mi"),
  podSecurity: admission('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true), hostPath volumes (volume "log")'),
  webhookDenied: answer(403, "Forbidden", `admission webhook "${WEBHOOK}" denied the request: the image is not signed`),
  webhookSilent: answer(
    500,
    "InternalError",
    `Internal error occurred: failed calling webhook "${WEBHOOK}": failed to call webhook: Post "https://policy.security.svc:443/validate?timeout=10s": context deadline exceeded`,
  ),
  serviceAccountMissing: { pod: podSpec({ serviceAccountName: "missing-account", serviceAccount: "missing-account" }) },
  priorityClassMissing: { pod: podSpec({ priorityClassName: "missing-priority" }) },
  runtimeClassMissing: admission('pod rejected: RuntimeClass "kata" not found'),
  createRefused: {
    refuses() {
      throw badRequest("the API server could not read the pod");
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

const keepsPod = true;

/** Faults of a node, and of pods on it that do not end. */
const NODE_FAULTS = {
  nodeNotReady: { keepsPod, begin: reportsNotReady },
  // A silent node makes its pods unready. Pod garbage collection then needs some time.
  nodeGone: { keepsPod, begin: inOrder(isSilent, later(60_000, leaves)) },
  nodeLeaving: { keepsPod, begin: taintsNode("ToBeDeletedByClusterAutoscaler", "1") },
  deviceTaint: { keepsPod, begin: inOrder(hasTaintedDevice, endsPod(LONG_SECONDS)) },
  terminating: { keepsPod, begin: endsPod(LONG_SECONDS) },
  terminatingOnNotReady: { keepsPod, begin: inOrder(reportsNotReady, endsPod(LONG_SECONDS)) },
  kubeletSilent: { keepsPod, begin: inOrder(isSilent, endsPod()) },
} as const satisfies Readonly<Record<string, Fault>>;

/** The faults that the simulator can produce, by the kind of the cause that the dashboard names for it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  ...CREATE_FAULTS,
  ...SCHEDULING_FAULTS,
  ...REJECTION_FAULTS,
  ...START_FAULTS,
  ...RUN_FAULTS,
  ...READY_FAULTS,
  ...NODE_FAULTS,
  ...DAEMON_SET_FAULTS,
};

interface ActiveFault {
  readonly kind: string;
  readonly fault: Fault;
  readonly end: EndFault | undefined;
}

/**
 * Begins and ends the faults that the annotations of DaemonSets list. A cluster without such an annotation is
 * unchanged, to the byte.
 */
export class FaultInjector {
  readonly #store: Store;
  readonly #clock: Clock;
  /** By the DaemonSet's uid, and by node. */
  readonly #active = new Map<string, Map<string, ActiveFault>>();
  /** Uids of the DaemonSets for which the controller does nothing. */
  readonly #paused = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("daemonsets", ({ type, object, previous }) => {
      const { uid } = object.metadata;
      const isFaulty = type !== "DELETED" && annotationOf(object, FAULT_ANNOTATION) !== undefined;
      if (!isFaulty && !this.#active.has(uid)) return;
      if (
        type === "MODIFIED" &&
        previous !== undefined &&
        annotationOf(previous, FAULT_ANNOTATION) === annotationOf(object, FAULT_ANNOTATION)
      )
        return;
      this.#clock.after(1, () => this.#update(object));
    });
  }

  readonly isPaused = (uid: string): boolean => this.#paused.has(uid);

  /** Returns a new pod as its fault changes it. Throws the API's refusal. */
  readonly admit = (uid: string, node: string, pod: Record<string, unknown>): Record<string, unknown> => {
    const active = this.#active.get(uid);
    if (active === undefined) return pod;
    const draft: NewPod = { metadata: objectIn(pod, "metadata"), spec: objectIn(pod, "spec") };
    for (const { fault } of active.values()) fault.refuses?.(`${String(draft.metadata.generateName)}${uid.slice(0, 5)}`);
    const here = active.get(node);
    if (here?.fault.pod === undefined) return pod;
    const { metadata, spec } = annotated(FAULT_ANNOTATION, here.kind)(here.fault.pod(draft));
    return { ...pod, metadata, spec };
  };

  /** Ends the faults that a DaemonSet no longer has, and begins its new ones. */
  #update({ metadata: { namespace, name, uid } }: StoredObject): void {
    const now = this.#store.get("daemonsets", namespace, name);
    const set = now?.metadata.uid === uid ? now : undefined;
    const wanted = faultsIn(set);
    const active = this.#active.get(uid) ?? new Map<string, ActiveFault>();
    for (const [node, { kind, end, fault }] of [...active]) {
      if (wanted.get(node) === kind) continue;
      active.delete(node);
      end?.();
      if (set !== undefined && fault.keepsPod !== true) this.#replacePods({ set, node });
    }
    for (const [node, kind] of set === undefined ? [] : wanted) if (set !== undefined) this.#begin(set, node, kind, active);
    if (active.size === 0) this.#active.delete(uid);
    else this.#active.set(uid, active);
  }

  #begin(set: StoredObject, node: string, kind: string, active: Map<string, ActiveFault>): void {
    const fault = Object.hasOwn(FAULTS, kind) ? FAULTS[kind] : undefined;
    if (fault === undefined || active.has(node) || this.#store.get("nodes", undefined, node) === undefined) return;
    const { uid } = set.metadata;
    const place: FaultPlace = {
      store: this.#store,
      clock: this.#clock,
      set,
      node,
      pauseController: (paused) => {
        if (paused) this.#paused.add(uid);
        else this.#paused.delete(uid);
      },
    };
    active.set(node, { kind, fault, end: fault.begin?.(place) });
    // The controller may create the next pod at once.
    this.#active.set(uid, active);
    if (fault.keepsPod !== true) this.#replacePods(place);
  }

  /** Deletes the pods on a node, so that the controller creates a new one. */
  #replacePods({ set, node }: Pick<FaultPlace, "set" | "node">): void {
    for (const pod of podsOnPlace({ store: this.#store, set, node })) {
      if (isDeleting(pod)) continue;
      const { namespace, name, uid } = pod.metadata;
      this.#store.delete("pods", namespace, name, nodeNameOf(pod) === undefined ? { uid, gracePeriodSeconds: 0 } : { uid });
    }
  }
}
