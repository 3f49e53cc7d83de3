import type { StoredObject } from "../objects/contract.ts";
import { forbidden } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";

const MIRROR = "kubernetes.io/config.mirror";
/** Assumed to exist: a controller creates it in each namespace, and again after its deletion. */
const OF_ALL = "default";

/**
 * The ServiceAccount admission plugin. Throws the API's 403 for a new pod whose account does not exist in its
 * namespace. Mirror pods of static pods have no account. Source: plugin/pkg/admission/serviceaccount.
 */
export function admitAccount(resource: Resource, pod: StoredObject, has: (namespace: string, account: string) => boolean): void {
  const { name, generateName, namespace = "", annotations } = pod.metadata;
  const account = String(objectIn(pod, "spec").serviceAccountName ?? OF_ALL);
  if (account === OF_ALL || annotations?.[MIRROR] !== undefined || has(namespace, account)) return;
  throw forbidden(
    resource,
    generateName ?? name,
    `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`,
  );
}
