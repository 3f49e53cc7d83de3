import { splitKey } from "@daemonscope/kube/base/object-key";
import { fnv64Hex } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, isDeleting, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { switchScheduler } from "../scheduler/scheduler-switch.ts";

/** The static pod that is the scheduler. Without it no scheduler runs. */
const SCHEDULER = "kube-scheduler";
const MIRROR = "kubernetes.io/config.mirror";

/** A pod manifest in a node's manifest folder. */
export interface StaticManifest {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The manifest folders of all nodes. Kubelets run the pods in them without the API. */
export interface ManifestFolders {
  put(node: string, manifest: StaticManifest): void;
  /** Removes the manifest of a pod, which ends it. Returns the manifest, or undefined if the node has none. */
  remove(node: string, name: string): StaticManifest | undefined;
}

/** Reports whether a pod object only mirrors a static pod. */
export const isMirror = (pod: StoredObject): boolean => annotationOf(pod, MIRROR) !== undefined;

interface StaticPod {
  readonly node: string;
  readonly manifest: StaticManifest;
  readonly seenAt: string;
  /** The status of the static pod, which does not end with its mirror. */
  status: JsonObject | undefined;
}

interface StaticPodsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly isSilent: (node: string) => boolean;
}

/**
 * Creates a mirror pod in the API for each static pod, and again after a user deletes it. The static pod never ends.
 * Source: pkg/kubelet/pod/mirror_client.go; pkg/kubelet/config, applyDefaults.
 */
export class StaticPods implements ManifestFolders {
  readonly #options: StaticPodsOptions;
  /** Static pods by namespace and name of the mirror. */
  readonly #staticPods = new Map<string, StaticPod>();

  constructor(options: StaticPodsOptions) {
    this.#options = options;
  }

  start(): void {
    const { store } = this.#options;
    store.subscribe("pods", ({ type, object }) => {
      const key = keyOf(object);
      const staticPod = isMirror(object) ? this.#staticPods.get(key) : undefined;
      if (staticPod === undefined) return;
      if (type === "DELETED") this.#createMirrorSoon(key);
      else if (phaseOf(object) === "Running" && !isDeleting(object)) staticPod.status = statusOf(object);
    });
    store.subscribe("nodes", ({ type, object }) => {
      if (type === "ADDED") for (const [key, { node }] of this.#staticPods) if (node === object.metadata.name) this.#createMirrorSoon(key);
    });
  }

  put(node: string, manifest: StaticManifest): void {
    const seenAt = timestamp(this.#options.clock.nowMs());
    const key = `${manifest.metadata.namespace ?? "default"}/${manifest.metadata.name}-${node}`;
    this.#staticPods.set(key, { node, manifest, seenAt, status: undefined });
    this.#createMirrorSoon(key);
    if (manifest.metadata.name === SCHEDULER) switchScheduler(this.#options.store, true);
  }

  remove(node: string, name: string): StaticManifest | undefined {
    const found = [...this.#staticPods].find(([, staticPod]) => staticPod.node === node && staticPod.manifest.metadata.name === name);
    if (found === undefined) return undefined;
    const [key, { manifest }] = found;
    this.#staticPods.delete(key);
    const [namespace, pod] = splitKey(key);
    const { store } = this.#options;
    if (store.get("pods", namespace, pod) !== undefined) store.delete("pods", namespace, pod);
    const isLast = [...this.#staticPods.values()].every((staticPod) => staticPod.manifest.metadata.name !== name);
    if (name === SCHEDULER && isLast) switchScheduler(store, false);
    return manifest;
  }

  /** Returns the status of the static pod behind a new mirror, or undefined if it has not started yet. */
  statusBehind(mirror: StoredObject): JsonObject | undefined {
    return isMirror(mirror) ? this.#staticPods.get(keyOf(mirror))?.status : undefined;
  }

  #createMirrorSoon(key: string): void {
    const { clock, random } = this.#options;
    clock.after(random.int(50, 250), () => this.#createMirror(key));
  }

  #createMirror(key: string): void {
    const { store, isSilent } = this.#options;
    const staticPod = this.#staticPods.get(key);
    const [namespace, name] = splitKey(key);
    const node = staticPod === undefined ? undefined : store.get("nodes", undefined, staticPod.node);
    if (staticPod === undefined || node === undefined || isSilent(staticPod.node) || store.get("pods", namespace, name) !== undefined)
      return;
    const hash = fnv64Hex(stableJson(staticPod.manifest));
    const config = { hash, mirror: hash, seen: staticPod.seenAt, source: "file" };
    store.create("pods", {
      metadata: {
        name,
        namespace,
        labels: { ...staticPod.manifest.metadata.labels },
        annotations: Object.fromEntries(Object.entries(config).map(([field, value]) => [`kubernetes.io/config.${field}`, value])),
        ownerReferences: [{ apiVersion: "v1", kind: "Node", name: staticPod.node, uid: node.metadata.uid, controller: true }],
      },
      spec: {
        ...objectIn(staticPod.manifest, "spec"),
        nodeName: staticPod.node,
        tolerations: [{ operator: "Exists", effect: "NoExecute" }],
      },
    });
  }
}

const keyOf = ({ metadata }: StoredObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;
