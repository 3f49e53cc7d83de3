/** Objects of kinds on which nothing acts in the simulator: it fills in what a real API server fills in. */

type Fields = Readonly<Record<string, unknown>>;

/**
 * An object that is sent to a path, and the fields in which the answers differ. docs/simulator.md has the reason for
 * each.
 */
export interface KeptObject {
  readonly path: string;
  readonly object: Fields;
  /** Fields as `metadata.finalizers`. */
  readonly apart?: readonly string[];
}

const HERE = "namespaces/default";
const labels = { app: "a" };
const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
const jobTemplate = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } };
const resources = { requests: { storage: "1Gi" } };
const claim = { accessModes: ["ReadWriteOnce"], resources };
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const service = { name: "a", port: { number: 80 } };
const clientConfig = { service: { name: "a", namespace: "b" } };
const called = [{ operations: ["CREATE"], apiGroups: ["a.example"], apiVersions: ["v1"], resources: ["zs"] }];
const webhooks = [{ name: "a.b.c", admissionReviewVersions: ["v1"], sideEffects: "None", clientConfig, rules: called }];
const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { n: { type: "integer" } } } } } };
const memory = { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 70 } } };
const NAMED_BY_UID = ["metadata.labels", "spec.selector", "spec.template.metadata.labels"];

const of = (path: string, object: Fields, apart?: readonly string[]): KeptObject => ({
  path,
  object,
  ...(apart === undefined ? {} : { apart }),
});

const CORE: readonly KeptObject[] = [
  of(`/api/v1/${HERE}/limitranges`, { spec: { limits: [{ type: "Container", default: { cpu: "500m" }, min: { memory: "1Mi" } }] } }),
  of(`/api/v1/${HERE}/resourcequotas`, { spec: { hard: { pods: "10", "requests.cpu": "4" } } }),
  of("/api/v1/persistentvolumes", { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } } }, [
    "metadata.finalizers",
    "status.lastPhaseTransitionTime",
  ]),
  of(`/api/v1/${HERE}/persistentvolumeclaims`, { spec: { ...claim, storageClassName: "a" } }, ["metadata.finalizers"]),
  of(`/api/v1/${HERE}/replicationcontrollers`, { spec: { template } }),
  of(`/api/v1/${HERE}/replicationcontrollers`, { metadata: { labels: { b: "c" } }, spec: { replicas: 0, selector: labels, template } }),
  of(`/api/v1/${HERE}/podtemplates`, { template }),
  of(`/api/v1/${HERE}/secrets`, { stringData: { a: "b" } }),
];

const WORKLOADS: readonly KeptObject[] = [
  of(`/apis/apps/v1/${HERE}/statefulsets`, {
    spec: {
      serviceName: "a",
      selector: { matchLabels: labels },
      template,
      volumeClaimTemplates: [{ metadata: { name: "d" }, spec: claim }],
    },
  }),
  of(`/apis/apps/v1/${HERE}/statefulsets`, {
    spec: { serviceName: "a", updateStrategy: { type: "OnDelete" }, selector: { matchLabels: labels }, template },
  }),
  of(`/apis/batch/v1/${HERE}/jobs`, { spec: { template: jobTemplate } }, NAMED_BY_UID),
  of(`/apis/batch/v1/${HERE}/jobs`, { spec: { parallelism: 2, template: jobTemplate } }, NAMED_BY_UID),
  of(`/apis/batch/v1/${HERE}/cronjobs`, { spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: jobTemplate } } } }),
  of(`/apis/autoscaling/v2/${HERE}/horizontalpodautoscalers`, { spec: { maxReplicas: 3, scaleTargetRef } }),
  of(`/apis/autoscaling/v2/${HERE}/horizontalpodautoscalers`, {
    spec: { maxReplicas: 3, scaleTargetRef, behavior: { scaleDown: { stabilizationWindowSeconds: 60 } }, metrics: [memory] },
  }),
  of(`/apis/autoscaling/v1/${HERE}/horizontalpodautoscalers`, { spec: { maxReplicas: 3, scaleTargetRef } }),
  of(`/apis/autoscaling/v1/${HERE}/horizontalpodautoscalers`, {
    spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 60, scaleTargetRef },
  }),
];

const NETWORK: readonly KeptObject[] = [
  of(`/apis/networking.k8s.io/v1/${HERE}/ingresses`, {
    spec: { rules: [{ host: "a.b", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service } }] } }] },
  }),
  of("/apis/networking.k8s.io/v1/ingressclasses", { spec: { controller: "a.b/c", parameters: { kind: "A", name: "b", apiGroup: "c.d" } } }),
  of(`/apis/networking.k8s.io/v1/${HERE}/networkpolicies`, { spec: { podSelector: {} } }),
  of(`/apis/networking.k8s.io/v1/${HERE}/networkpolicies`, {
    spec: { podSelector: { matchLabels: labels }, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }], egress: [{}] },
  }),
];

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ACCESS: readonly KeptObject[] = [
  of(`${RBAC}/${HERE}/roles`, { rules }),
  of(`${RBAC}/clusterroles`, { rules }),
  of(`${RBAC}/clusterroles`, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "none" } }] } }),
  of(`${RBAC}/${HERE}/rolebindings`, {
    roleRef: { kind: "ClusterRole", name: "view" },
    subjects: [
      { kind: "User", name: "u" },
      { kind: "ServiceAccount", name: "default", namespace: "x" },
    ],
  }),
  of(`${RBAC}/clusterrolebindings`, { roleRef: { kind: "ClusterRole", name: "view" }, subjects: [{ kind: "Group", name: "u" }] }),
];

const STORAGE = "/apis/storage.k8s.io/v1";
const VOLUMES: readonly KeptObject[] = [
  of(`${STORAGE}/storageclasses`, { provisioner: "a.b/c" }),
  of(`${STORAGE}/volumeattachments`, { spec: { attacher: "a.b", nodeName: "n", source: { persistentVolumeName: "a" } } }),
  of(`${STORAGE}/csidrivers`, { spec: {} }),
  of(`${STORAGE}/csinodes`, { spec: { drivers: [{ name: "a.b", nodeID: "n", topologyKeys: ["z"] }] } }),
  of(`${STORAGE}/${HERE}/csistoragecapacities`, { storageClassName: "a", capacity: "1Gi" }),
  of(`${STORAGE}/volumeattributesclasses`, { driverName: "a.b", parameters: { a: "b" } }, ["metadata.finalizers"]),
];

const OF_THE_API: readonly KeptObject[] = [
  of("/apis/node.k8s.io/v1/runtimeclasses", { handler: "a" }),
  of("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", { webhooks }),
  of("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", { webhooks }),
  of(
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      metadata: { name: "zs.a.example" },
      spec: {
        group: "a.example",
        scope: "Namespaced",
        names: { plural: "zs", kind: "Z" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    },
    ["status"],
  ),
  of(
    "/apis/apiregistration.k8s.io/v1/apiservices",
    {
      metadata: { name: "v1.q.example" },
      spec: {
        group: "q.example",
        version: "v1",
        groupPriorityMinimum: 1000,
        versionPriority: 15,
        insecureSkipTLSVerify: true,
        service: { name: "a", namespace: "b" },
      },
    },
    ["status"],
  ),
];

export const KEPT_OBJECTS: readonly KeptObject[] = [...CORE, ...WORKLOADS, ...NETWORK, ...ACCESS, ...VOLUMES, ...OF_THE_API];
