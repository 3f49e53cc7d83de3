import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import { RESOURCES } from "@daemonscope/simulated-apiserver/objects/resources";
import { applyCommand } from "./apply-command.ts";
import type { ScenarioStep } from "./scenario.ts";

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/**
 * Applies a manifest like `kubectl apply`: creates the object, or sets the fields of the manifest. Throws the API's
 * errors.
 */
export function applyManifest(store: Store, manifest: Manifest): void {
  const resource = RESOURCES.find(({ kind }) => kind === manifest.kind);
  if (resource === undefined) throw new Error(`the simulated cluster has no ${manifest.kind}`);
  const { name, namespace } = manifest.metadata;
  const targetNamespace = resource.namespaced ? (namespace ?? "default") : undefined;
  const { metadata, ...fields } = manifest;
  const placed = { ...metadata, ...(targetNamespace === undefined ? {} : { namespace: targetNamespace }) };
  const present = store.edit(resource.name, targetNamespace, name, (object) => {
    Object.assign(object, fields, { metadata: { ...object.metadata, ...placed } });
  });
  if (present === undefined) store.create(resource.name, { ...fields, metadata: placed });
}

/**
 * A user applies manifests of any kind. Like in kubectl, a refused manifest changes nothing, and the next one follows.
 */
export function appliesManifests(name: string, afterMs: number, manifests: readonly Manifest[]): ScenarioStep {
  return {
    name,
    afterMs,
    get kubectl() {
      return applyCommand(manifests);
    },
    run({ store, onRefusal }) {
      for (const manifest of manifests)
        try {
          applyManifest(store, manifest);
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          onRefusal?.(error.message);
        }
    },
  };
}
