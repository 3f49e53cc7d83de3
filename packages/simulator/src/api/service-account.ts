import type { Store } from "../store/contract.ts";
import { forbidden } from "../store/failures.ts";
import { type JsonObject, objectIn } from "../store/json.ts";
import { resourceNamed } from "../store/resources.ts";

/** Throws the API's 403 for a pod of an account that its namespace does not have. Of the account `default`, which a controller makes in each, it is
 *  taken that it is there. Source: plugin/pkg/admission/serviceaccount. */
export function checkAccount(store: Store, pod: JsonObject, namespace: string): void {
  const { serviceAccountName, serviceAccount } = objectIn(pod, "spec");
  const account = String(serviceAccountName ?? serviceAccount ?? "default");
  const pods = resourceNamed("pods");
  if (pods === undefined || account === "default" || store.get("namespaces", undefined, namespace) === undefined) return;
  if (store.get("serviceaccounts", namespace, account) !== undefined) return;
  const { name = "", generateName = "" } = objectIn(pod, "metadata");
  throw forbidden(
    pods,
    String(name || generateName),
    `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`,
  );
}
