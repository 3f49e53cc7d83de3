import { applyDefaults } from "@daemonscope/simulated-apiserver/defaults/defaults";
import { applyConfiguration } from "@daemonscope/simulated-apiserver/managed-fields/field-manager";
import { setOfPaths } from "@daemonscope/simulated-apiserver/managed-fields/field-set";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { cloneJson, equalJson, type JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import { typeOfKind } from "@daemonscope/simulated-apiserver/schema/api-types";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

const API_VERSION = "apps/v1";
const MANAGER = "argocd-controller";
const STATUS = setOfPaths(["status"]);
/** The default of `timeout.reconciliation` in argocd-cm. */
const RECONCILE_MS = 180_000;
/** `--self-heal-timeout-seconds`; its default is 5. A longer one shows the edit before it is reverted. */
const SELF_HEAL_MS = 10_000;

/** An application of Argo CD with automated sync, self-heal and server-side apply. */
export interface Application {
  readonly name: string;
  /** The manifests of its repository. */
  readonly daemonSets: readonly DaemonSetManifest[];
}

interface DaemonSetManifest {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const namespaceOf = ({ metadata }: DaemonSetManifest): string => metadata.namespace ?? "default";

/** Adds the tracking id. Source: argoproj/argo-cd, util/argo/resource_tracking.go. */
function trackedManifest(application: string, manifest: DaemonSetManifest): JsonObject {
  const namespace = namespaceOf(manifest);
  const annotations = { "argocd.argoproj.io/tracking-id": `${application}:apps/DaemonSet:${namespace}/${manifest.metadata.name}` };
  return cloneJson({ ...manifest, metadata: { ...manifest.metadata, namespace, annotations } }) as unknown as JsonObject;
}

/**
 * A small Argo CD. It applies the manifests of its applications once, and again after each change that differs from
 * them. It leaves fields alone that its manifests do not have.
 */
export class Applications {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #applications: readonly Application[];
  #isPlanned = false;

  constructor(store: Store, clock: Clock, applications: readonly Application[]) {
    this.#store = store;
    this.#clock = clock;
    this.#applications = applications;
  }

  start(): void {
    if (this.#applications.length === 0) return;
    this.#store.subscribe("daemonsets", () => {
      if (!this.#isPlanned && this.#outOfSync().length > 0) this.#plan(SELF_HEAL_MS);
    });
    this.#plan(RECONCILE_MS);
  }

  #plan(afterMs: number): void {
    this.#isPlanned = true;
    this.#clock.after(afterMs, () => {
      this.#isPlanned = false;
      for (const { live, synced } of this.#outOfSync())
        if (live === undefined) this.#store.create("daemonsets", synced);
        else this.#store.update("daemonsets", synced);
    });
  }

  /** Returns the DaemonSets that differ from their manifests, with their state after a sync. */
  #outOfSync(): readonly { readonly live: StoredObject | undefined; readonly synced: StoredObject }[] {
    return this.#applications.flatMap(({ name, daemonSets }) =>
      daemonSets.flatMap((manifest) => {
        const live = this.#store.get("daemonsets", namespaceOf(manifest), manifest.metadata.name);
        const isWaiting = live === undefined && this.#store.get("namespaces", undefined, namespaceOf(manifest)) === undefined;
        if (isWaiting || (live !== undefined && isDeleting(live))) return [];
        const synced = this.#applied(live, trackedManifest(name, manifest));
        return live !== undefined && equalJson(live.spec, synced.spec) && equalJson(live.metadata.annotations, synced.metadata.annotations)
          ? []
          : [{ live, synced }];
      }),
    );
  }

  #applied(live: StoredObject | undefined, config: JsonObject): StoredObject {
    const type = typeOfKind(API_VERSION, "DaemonSet");
    if (type === undefined) throw new Error(`the type table has no ${API_VERSION} DaemonSet`);
    const writing = { type, apiVersion: API_VERSION, manager: MANAGER, now: timestamp(this.#clock.nowMs()), reset: STATUS };
    const applied = applyConfiguration(live as unknown as JsonObject | undefined, config, writing, true);
    if ("conflicts" in applied) throw new Error("a forced apply has no conflicts");
    const synced = cloneJson(applied.object) as unknown as StoredObject;
    applyDefaults("daemonsets", synced);
    return synced;
  }
}
