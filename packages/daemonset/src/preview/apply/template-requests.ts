import type { KubeDaemonSet, StringMap } from "@daemonscope/kube/objects";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import type { Amounts } from "../../capacity/amount.ts";
import { type HostPort, hostPortsOf } from "../../capacity/host-ports.ts";
import { podRequests } from "../../capacity/pod-requests.ts";

/** The demands of one pod of a template on its node. */
export interface TemplateRequests {
  readonly requests: Amounts;
  readonly hostPorts: readonly HostPort[];
}

const objectIn = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter((each) => isJsonObject(each)) : [];
const textsIn = (value: JsonValue | undefined): StringMap =>
  Object.fromEntries(Object.entries(objectIn(value)).map(([name, each]) => [name, String(each)]));

/** A limit without a request is the request too: the API server writes it into pods. */
function requestsOf(container: JsonObject): StringMap {
  const resources = objectIn(container.resources);
  return { ...textsIn(resources.limits), ...textsIn(resources.requests) };
}

/** A limit of the pod is also its request, unless a container requests the resource.
 *  Source: pkg/apis/core/v1/defaults.go, defaultPodRequests. */
function podLevelRequests({ resources, containers, initContainers }: JsonObject): StringMap {
  const { limits, requests } = objectIn(resources);
  const ofContainers = new Set([...listIn(containers), ...listIn(initContainers)].flatMap((each) => Object.keys(requestsOf(each))));
  const missing = Object.entries(textsIn(limits)).filter(([name]) => !ofContainers.has(name));
  return { ...Object.fromEntries(missing), ...textsIn(requests) };
}

/** Returns the demands of a DaemonSet's pod. Without the full template, init containers and pod-level requests are
 *  not known. Overhead is not included. */
export function templateRequests({ spec, fullTemplate }: KubeDaemonSet): TemplateRequests {
  const { template } = spec;
  const hostPorts = hostPortsOf(template);
  const full = fullTemplate === undefined ? undefined : objectIn(objectIn(JSON.parse(fullTemplate)).spec);
  if (full === undefined) {
    const containers = [...template.containers, ...template.sidecars].map(({ requests = {} }) => requests);
    return { requests: podRequests({ containers, initContainers: [], podLevel: {}, overhead: {} }), hostPorts };
  }
  const requests = podRequests({
    containers: listIn(full.containers).map(requestsOf),
    initContainers: listIn(full.initContainers).map((container) => ({
      requests: requestsOf(container),
      isSidecar: container.restartPolicy === "Always",
    })),
    podLevel: podLevelRequests(full),
    overhead: {},
  });
  return { requests, hostPorts };
}
