import type { ResourceName, StoredObject } from "../objects/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../objects/json.ts";
import { defaultPodSpec, setMissing } from "./default-pod-spec.ts";
import { defaultService } from "./default-service.ts";
import { defaultStoredOnly, newStoredOnlyStatus } from "./default-stored-only.ts";
import { defaultTemplate } from "./default-template.ts";

/**
 * A pod on the host's network uses each container port as a host port. Since 1.28 this default is set on pods, not on
 * templates.
 */
function defaultHostPorts(spec: JsonObject): void {
  if (spec.hostNetwork !== true) return;
  for (const container of [...listIn(spec, "initContainers"), ...listIn(spec, "containers")])
    for (const port of listIn(container, "ports")) if (isJsonObject(port)) setMissing(port, { hostPort: port.containerPort });
}

/** Sets missing requests to the limits. For pods only, not for templates. */
function defaultRequests(spec: JsonObject): void {
  for (const container of [...listIn(spec, "initContainers"), ...listIn(spec, "containers")]) {
    const resources = objectIn(container, "resources");
    const limits = objectIn(resources, "limits");
    if (Object.keys(limits).length > 0) resources.requests = { ...limits, ...objectIn(resources, "requests") };
  }
}

/**
 * Sets requests of the pod to its limits if no container requests the resource. For pods only. Source:
 * pkg/apis/core/v1/defaults.go, defaultPodRequests, which also copies the sum of the containers.
 */
function defaultPodRequests(spec: JsonObject): void {
  const resources = objectIn(spec, "resources");
  const containers = [...listIn(spec, "initContainers"), ...listIn(spec, "containers")];
  const requested = new Set(containers.flatMap((each) => Object.keys(objectIn(objectIn(each, "resources"), "requests"))));
  const missing = Object.entries(objectIn(resources, "limits")).filter(([name]) => !requested.has(name));
  if (missing.length > 0) resources.requests = { ...Object.fromEntries(missing), ...objectIn(resources, "requests") };
}

const COMPUTE = ["cpu", "memory"];

/** Resources of the pod decide alone. Source: pkg/apis/core/v1/helper/qos, ComputePodQOS. */
function qosClass(spec: JsonObject): string {
  const ofPod = objectIn(spec, "resources");
  const isOfPod = ["requests", "limits"].some((kind) => Object.keys(objectIn(ofPod, kind)).length > 0);
  const resources = isOfPod ? [ofPod] : listIn(spec, "containers").map((container) => objectIn(container, "resources"));
  const amounts = (kind: string, name: string) => resources.map((resource) => objectIn(resource, kind)[name]);
  if (COMPUTE.every((name) => [...amounts("requests", name), ...amounts("limits", name)].every((amount) => amount === undefined)))
    return "BestEffort";
  const guaranteed = COMPUTE.every((name) => {
    const requests = amounts("requests", name);
    return amounts("limits", name).every((limit, at) => limit !== undefined && (requests[at] ?? limit) === limit);
  });
  return guaranteed ? "Guaranteed" : "Burstable";
}

const NODE_TROUBLE = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];

/** The DefaultTolerationSeconds admission plugin. */
function admitPodSpec(spec: JsonObject): void {
  const tolerations = listIn(spec, "tolerations").filter(isJsonObject);
  const isTolerated = (key: string) =>
    tolerations.some(
      (toleration) =>
        (toleration.key === key || (toleration.key ?? "") === "") &&
        (toleration.effect === "NoExecute" || (toleration.effect ?? "") === ""),
    );
  const added = NODE_TROUBLE.filter((key) => !isTolerated(key)).map((key) => ({
    key,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: 300,
  }));
  if (added.length > 0) spec.tolerations = [...tolerations, ...added];
}

/** The single pod CIDR of a node equals the first of its list; each field sets the other. */
function defaultBlocks(spec: JsonObject): void {
  const blocks = listIn(spec, "podCIDRs");
  if (blocks.length > 0) spec.podCIDR = blocks[0];
  else if ((spec.podCIDR ?? "") !== "") spec.podCIDRs = [spec.podCIDR];
}

/** Source: pkg/apis/apps/v1/defaults.go, SetDefaults_Deployment and SetDefaults_ReplicaSet. */
function defaultReplicas(resource: ResourceName, object: StoredObject): void {
  const spec = objectIn(object, "spec");
  object.spec = spec;
  setMissing(spec, { replicas: 1, template: {} });
  if (resource === "deployments") {
    setMissing(spec, { strategy: {}, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    const strategy = objectIn(spec, "strategy");
    setMissing(strategy, { type: "RollingUpdate" });
    if (strategy.type === "RollingUpdate") setMissing(strategy, { rollingUpdate: {} });
    if (strategy.type === "RollingUpdate") setMissing(objectIn(strategy, "rollingUpdate"), { maxUnavailable: "25%", maxSurge: "25%" });
  }
  defaultTemplate(objectIn(spec, "template"));
}

/** Text values are stored as bytes. Source: pkg/apis/core/v1/conversion.go, Convert_v1_Secret_To_core_Secret. */
function defaultSecret(object: StoredObject): void {
  setMissing(object, { type: "Opaque" });
  const { stringData } = object;
  if (!isJsonObject(stringData)) return;
  const bytes = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(String(text)).toString("base64")]);
  object.data = { ...objectIn(object, "data"), ...Object.fromEntries(bytes) };
  delete object.stringData;
}

/**
 * Sets the API server's defaults of a received object; edits the object. Source: pkg/apis/{core,apps}/v1/defaults.go.
 */
export function applyDefaults(resource: ResourceName, object: StoredObject): void {
  if (resource === "daemonsets") {
    const spec = objectIn(object, "spec");
    object.spec = spec;
    setMissing(spec, { revisionHistoryLimit: 10, updateStrategy: { type: "RollingUpdate" } });
    // The API server omits the default 0.
    if (spec.minReadySeconds === 0) delete spec.minReadySeconds;
    const strategy = objectIn(spec, "updateStrategy");
    setMissing(strategy, { type: "RollingUpdate" });
    if (strategy.type === "RollingUpdate") {
      setMissing(strategy, { rollingUpdate: {} });
      setMissing(objectIn(strategy, "rollingUpdate"), { maxUnavailable: 1, maxSurge: 0 });
    }
    setMissing(spec, { template: {} });
    defaultTemplate(objectIn(spec, "template"));
  } else if (resource === "deployments" || resource === "replicasets") {
    defaultReplicas(resource, object);
  } else if (resource === "secrets") {
    defaultSecret(object);
  } else if (resource === "pods") {
    const spec = objectIn(object, "spec");
    object.spec = spec;
    defaultPodSpec(spec);
    defaultHostPorts(spec);
    defaultRequests(spec);
    defaultPodRequests(spec);
    // In a pod, but not in a template, a negative grace period becomes one second.
    if (Number(spec.terminationGracePeriodSeconds) < 0) spec.terminationGracePeriodSeconds = 1;
    setMissing(spec, { serviceAccountName: spec.serviceAccount ?? "default", enableServiceLinks: true });
  } else if (resource === "services") {
    defaultService(object);
  } else if (resource === "priorityclasses") {
    setMissing(object, { preemptionPolicy: "PreemptLowerPriority" });
  } else if (resource === "nodes") {
    if (!isJsonObject(object.spec)) object.spec = {};
    if (!isJsonObject(object.status)) object.status = {};
    const status = objectIn(object, "status");
    if (isJsonObject(status.capacity)) setMissing(status, { allocatable: { ...status.capacity } });
    defaultBlocks(objectIn(object, "spec"));
  } else if (resource === "namespaces") {
    const { metadata } = object;
    if ((metadata.name ?? "") !== "") metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  } else if (resource === "endpointslices") {
    for (const port of listIn(object, "ports")) if (isJsonObject(port)) setMissing(port, { name: "", protocol: "TCP" });
  } else {
    defaultStoredOnly(resource, object);
  }
}

/** Other kinds with a generation, which counts changes of their desired state. */
const WITH_GENERATION: readonly ResourceName[] = [
  ...(["deployments", "replicasets", "statefulsets", "replicationcontrollers", "jobs", "cronjobs"] as const),
  ...(["ingresses", "ingressclasses", "networkpolicies", "mutatingwebhookconfigurations", "validatingwebhookconfigurations"] as const),
  ...(["podtemplates", "customresourcedefinitions", "poddisruptionbudgets", "priorityclasses"] as const),
];

/** Sets the fields of a new object that a client cannot choose. */
export function prepareForCreate(resource: ResourceName, object: StoredObject): void {
  const { metadata } = object;
  const status = newStoredOnlyStatus(resource);
  if (status !== undefined) object.status = status;
  if (resource === "daemonsets") {
    metadata.generation = 1;
    metadata.annotations = { ...metadata.annotations, "deprecated.daemonset.template.generation": "1" };
    object.status = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
  } else if (resource === "pods") {
    metadata.generation = 1;
    admitPodSpec(objectIn(object, "spec"));
    object.status = { phase: "Pending", qosClass: qosClass(objectIn(object, "spec")) };
  } else if (resource === "namespaces") {
    const finalizers = listIn(objectIn(object, "spec"), "finalizers");
    object.spec = { finalizers: finalizers.includes("kubernetes") ? finalizers : [...finalizers, "kubernetes"] };
    object.status = { phase: "Active" };
  } else if (WITH_GENERATION.includes(resource)) {
    metadata.generation = 1;
    if (resource === "deployments") object.status = {};
    if (resource === "replicasets") object.status = { replicas: 0 };
  } else if (resource === "nodes") {
    // The TaintNodesByCondition admission: no pod is scheduled before the node reports Ready.
    const spec = objectIn(object, "spec");
    const taints = listIn(spec, "taints");
    const key = "node.kubernetes.io/not-ready";
    if (!taints.some((taint) => isJsonObject(taint) && taint.key === key && taint.effect === "NoSchedule"))
      spec.taints = [...taints, { key, effect: "NoSchedule" }];
    object.spec = spec;
  }
}
