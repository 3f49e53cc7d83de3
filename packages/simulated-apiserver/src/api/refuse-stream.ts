import { badRequest, notFound, StoreError } from "../objects/failures.ts";
import { isJsonObject, listIn, objectIn, textIn } from "../objects/json.ts";
import type { SimulatorStore } from "../store/store.ts";
import type { Target } from "./request/request-target.ts";

/**
 * Throws the answers to `kubectl exec`, `attach` and `port-forward`: the API server's own refusals, or its error for a
 * kubelet that does not respond. Source: pkg/registry/core/pod/strategy.go, streamLocation and validateContainer.
 */
export function refuseStream(
  store: SimulatorStore,
  { resource, namespace, name = "", subresource }: Target,
  query: URLSearchParams,
): never {
  const pod = store.get("pods", namespace, name);
  if (pod === undefined) throw notFound(resource, name);
  const spec = objectIn(pod, "spec");
  if (subresource !== "portforward") {
    const names = (field: string) =>
      listIn(spec, field)
        .filter(isJsonObject)
        .map((container) => textIn(container, "name"));
    const [containers, all] = [names("containers"), [...names("initContainers"), ...names("containers"), ...names("ephemeralContainers")]];
    const asked = query.get("container") ?? "";
    if (asked === "" && containers.length !== 1)
      throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(" ")}]`);
    if (asked !== "" && !all.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${name}`);
  }
  if (textIn(spec, "nodeName") === "") throw badRequest(`pod ${name} does not have a host assigned`);
  throw new StoreError({
    code: 500,
    reason: "InternalError",
    message: `error dialing backend: the kubelets of a simulated cluster run no programs, so that there is nothing to ${subresource === "portforward" ? "forward a port to" : `${subresource} ${subresource === "exec" ? "in" : "to"}`}`,
    details: {},
  });
}
