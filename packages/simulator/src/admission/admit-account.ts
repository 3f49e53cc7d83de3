import type { StoredObject } from "../objects/contract.ts";
import { forbidden } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";

const MIRROR = "kubernetes.io/config.mirror";
/** A controller makes it in each namespace, and anew when it is deleted: it is taken for there. */
const OF_ALL = "default";

/** The ServiceAccount admission plugin: throws the API's 403 for a new pod of an account that its namespace does not have. Pods that mirror a
 *  static one have none. Source: plugin/pkg/admission/serviceaccount. */
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
