import { fnv64Hex } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, isDeleting, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";

const MIRROR = "kubernetes.io/config.mirror";

/** A pod manifest in a node's manifest folder. */
export interface StaticManifest {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The manifest folders of all nodes: pods that their kubelets run without the API. */
export interface ManifestFolders {
  put(node: string, manifest: StaticManifest): void;
}

/** Reports whether a pod object only mirrors a static pod. */
export const isMirror = (pod: StoredObject): boolean => annotationOf(pod, MIRROR) !== undefined;

interface Laid {
  readonly node: string;
  readonly manifest: StaticManifest;
  readonly seenAt: string;
  /** Status of the pod itself, which does not end with its mirror. */
  status: JsonObject | undefined;
}

export interface StaticPodsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly isSilent: (node: string) => boolean;
}

/**
 * Shows each static pod as a mirror pod in the API, and again after a user deletes the mirror: the pod behind it never
 * ends. Source: pkg/kubelet/pod/mirror_client.go; pkg/kubelet/config, applyDefaults.
 */
export class StaticPods implements ManifestFolders {
  readonly #options: StaticPodsOptions;
  /** By namespace and name of the mirror. */
  readonly #laid = new Map<string, Laid>();

  constructor(options: StaticPodsOptions) {
    this.#options = options;
  }

  start(): void {
    const { store } = this.#options;
    store.subscribe("pods", ({ type, object }) => {
      const key = keyOf(object);
      const laid = isMirror(object) ? this.#laid.get(key) : undefined;
      if (laid === undefined) return;
      if (type === "DELETED") this.#showSoon(key);
      else if (phaseOf(object) === "Running" && !isDeleting(object)) laid.status = statusOf(object);
    });
    store.subscribe("nodes", ({ type, object }) => {
      if (type === "ADDED") for (const [key, { node }] of this.#laid) if (node === object.metadata.name) this.#showSoon(key);
    });
  }

  put(node: string, manifest: StaticManifest): void {
    const seenAt = timestamp(this.#options.clock.nowMs());
    const key = `${manifest.metadata.namespace ?? "default"}/${manifest.metadata.name}-${node}`;
    this.#laid.set(key, { node, manifest, seenAt, status: undefined });
    this.#showSoon(key);
  }

  /** Returns the status of the pod behind a new mirror; undefined if it has not started yet. */
  statusBehind(mirror: StoredObject): JsonObject | undefined {
    return isMirror(mirror) ? this.#laid.get(keyOf(mirror))?.status : undefined;
  }

  #showSoon(key: string): void {
    const { clock, random } = this.#options;
    clock.after(random.int(50, 250), () => this.#show(key));
  }

  #show(key: string): void {
    const { store, isSilent } = this.#options;
    const laid = this.#laid.get(key);
    const [namespace = "", name = ""] = key.split("/");
    const node = laid === undefined ? undefined : store.get("nodes", undefined, laid.node);
    if (laid === undefined || node === undefined || isSilent(laid.node) || store.get("pods", namespace, name) !== undefined) return;
    const hash = fnv64Hex(stableJson(laid.manifest));
    const config = { hash, mirror: hash, seen: laid.seenAt, source: "file" };
    store.create("pods", {
      metadata: {
        name,
        namespace,
        labels: { ...laid.manifest.metadata.labels },
        annotations: Object.fromEntries(Object.entries(config).map(([field, value]) => [`kubernetes.io/config.${field}`, value])),
        ownerReferences: [{ apiVersion: "v1", kind: "Node", name: laid.node, uid: node.metadata.uid, controller: true }],
      },
      spec: {
        ...objectIn(laid.manifest, "spec"),
        nodeName: laid.node,
        tolerations: [{ operator: "Exists", effect: "NoExecute" }],
      },
    });
  }
}

const keyOf = ({ metadata }: StoredObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;
