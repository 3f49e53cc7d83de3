import type { ResourceName } from "../objects/contract.ts";
import { type JsonObject, listIn, objectIn, objectsIn, optionalIn } from "../objects/json.ts";
import type { StoredOnlyName } from "../objects/stored-only-names.ts";
import { setMissing } from "./default-pod-spec.ts";
import { VOLUME_DEFAULTS } from "./default-volumes.ts";
import { WORKLOAD_DEFAULTS } from "./default-workloads.ts";
import { type ObjectDefaults, specIn } from "./object-defaults.ts";

const RBAC = "rbac.authorization.k8s.io";

/** Source: pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem. */
function defaultLimits(spec: JsonObject): void {
  for (const limit of objectsIn(spec, "limits")) {
    if (limit.type !== "Container") continue;
    const limits = { ...objectIn(limit, "max"), ...objectIn(limit, "default") };
    const requests = { ...objectIn(limit, "min"), ...objectIn(limit, "default"), ...objectIn(limit, "defaultRequest") };
    if (Object.keys(limits).length > 0) limit.default = limits;
    if (Object.keys(requests).length > 0) limit.defaultRequest = requests;
  }
}

/** Source: pkg/apis/networking/v1/defaults.go. */
function defaultNetworkPolicy(spec: JsonObject): void {
  for (const rule of [...objectsIn(spec, "ingress"), ...objectsIn(spec, "egress")])
    for (const port of objectsIn(rule, "ports")) setMissing(port, { protocol: "TCP" });
  setMissing(spec, { policyTypes: listIn(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"] });
}

/** Source: pkg/apis/rbac/v1/defaults.go. */
function defaultBinding(object: JsonObject): void {
  setMissing(object, { roleRef: {} });
  setMissing(objectIn(object, "roleRef"), { apiGroup: RBAC });
  for (const subject of objectsIn(object, "subjects")) if (subject.kind !== "ServiceAccount") setMissing(subject, { apiGroup: RBAC });
}

/** Source: pkg/apis/admissionregistration/v1/defaults.go. */
const defaultWebhooks = (more: JsonObject) => (object: JsonObject) => {
  const all = { failurePolicy: "Fail", matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, timeoutSeconds: 10, ...more };
  for (const webhook of objectsIn(object, "webhooks")) {
    setMissing(webhook, all);
    const service = optionalIn(objectIn(webhook, "clientConfig"), "service");
    if (service !== undefined) setMissing(service, { port: 443 });
    for (const rule of objectsIn(webhook, "rules")) setMissing(rule, { scope: "*" });
  }
};

/** Source: apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go. */
function defaultDefinition(spec: JsonObject): void {
  setMissing(spec, { conversion: { strategy: "None" }, names: {} });
  const names = objectIn(spec, "names");
  const kind = String(names.kind ?? "");
  if (kind !== "") setMissing(names, { singular: kind.toLowerCase(), listKind: `${kind}List` });
}

const OTHERS: ObjectDefaults = {
  limitranges: (object) => defaultLimits(specIn(object)),
  // kube-state-metrics reads this field without a check.
  horizontalpodautoscalers: (object) => setMissing(specIn(object), { minReplicas: 1 }),
  ingressclasses: (object) => {
    const parameters = optionalIn(specIn(object), "parameters");
    if (parameters !== undefined) setMissing(parameters, { scope: "Cluster" });
  },
  networkpolicies: (object) => defaultNetworkPolicy(specIn(object)),
  rolebindings: defaultBinding,
  clusterrolebindings: defaultBinding,
  mutatingwebhookconfigurations: defaultWebhooks({ reinvocationPolicy: "Never" }),
  validatingwebhookconfigurations: defaultWebhooks({}),
  customresourcedefinitions: (object) => defaultDefinition(specIn(object)),
  apiservices: (object) => {
    const service = optionalIn(specIn(object), "service");
    if (service !== undefined) setMissing(service, { port: 443 });
  },
};

const DEFAULTS: Readonly<Partial<Record<ResourceName, (object: JsonObject) => void>>> = {
  ...WORKLOAD_DEFAULTS,
  ...VOLUME_DEFAULTS,
  ...OTHERS,
};

/** Sets the API server's defaults of a kind that is stored without behavior; edits the object. */
export function defaultStoredOnly(resource: ResourceName, object: JsonObject): void {
  DEFAULTS[resource]?.(object);
}

/** Statuses of new objects, which replace a client's. Source: the strategies in pkg/registry. */
const NEW_STATUS: Readonly<Partial<Record<StoredOnlyName, JsonObject>>> = {
  resourcequotas: {},
  persistentvolumes: { phase: "Pending" },
  persistentvolumeclaims: { phase: "Pending" },
  replicationcontrollers: { replicas: 0 },
  statefulsets: { replicas: 0, availableReplicas: 0 },
  jobs: {},
  cronjobs: {},
  horizontalpodautoscalers: { desiredReplicas: 0 },
  ingresses: { loadBalancer: {} },
  volumeattachments: { attached: false },
};

/** Returns the status of a new object that is stored without behavior; undefined if the client's status is kept. */
export const newStoredOnlyStatus = (resource: ResourceName): JsonObject | undefined =>
  (NEW_STATUS as Readonly<Partial<Record<ResourceName, JsonObject>>>)[resource];
