/** Objects of kinds without a controller in the simulator, which sets the same defaults as a real API server. */

type Fields = Readonly<Record<string, unknown>>;

/**
 * An object that is sent to a path of both API servers. Their answers must be equal, except in the fields of `ignored`;
 * docs/simulator.md has the reason for each.
 */
interface KeptObject {
  readonly path: string;
  readonly object: Fields;
  /** Paths of fields in which the answers differ, such as `metadata.finalizers`. */
  readonly ignored?: readonly string[];
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
const webhookRules = [{ operations: ["CREATE"], apiGroups: ["a.example"], apiVersions: ["v1"], resources: ["zs"] }];
const webhooks = [{ name: "a.b.c", admissionReviewVersions: ["v1"], sideEffects: "None", clientConfig, rules: webhookRules }];
const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { n: { type: "integer" } } } } } };
const NAMED_BY_UID = ["metadata.labels", "spec.selector", "spec.template.metadata.labels"];

const kept = (path: string, object: Fields, ignored?: readonly string[]): KeptObject => ({
  path,
  object,
  ...(ignored === undefined ? {} : { ignored }),
});

const CORE: readonly KeptObject[] = [
  kept(`/api/v1/${HERE}/limitranges`, { spec: { limits: [{ type: "Container", default: { cpu: "500m" }, min: { memory: "1Mi" } }] } }),
  kept(`/api/v1/${HERE}/resourcequotas`, { spec: { hard: { pods: "10", "requests.cpu": "4" } } }),
  kept("/api/v1/persistentvolumes", { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } } }, [
    "metadata.finalizers",
    "status.lastPhaseTransitionTime",
  ]),
  kept(`/api/v1/${HERE}/persistentvolumeclaims`, { spec: { ...claim, storageClassName: "a" } }, ["metadata.finalizers"]),
  kept(`/api/v1/${HERE}/replicationcontrollers`, { spec: { template } }),
  kept(`/api/v1/${HERE}/replicationcontrollers`, { metadata: { labels: { b: "c" } }, spec: { replicas: 0, selector: labels, template } }),
  kept(`/api/v1/${HERE}/podtemplates`, { template }),
  kept(`/api/v1/${HERE}/secrets`, { stringData: { a: "b" } }),
];

const WORKLOADS: readonly KeptObject[] = [
  kept(`/apis/apps/v1/${HERE}/statefulsets`, {
    spec: {
      serviceName: "a",
      selector: { matchLabels: labels },
      template,
      volumeClaimTemplates: [{ metadata: { name: "d" }, spec: claim }],
    },
  }),
  kept(`/apis/apps/v1/${HERE}/statefulsets`, {
    spec: { serviceName: "a", updateStrategy: { type: "OnDelete" }, selector: { matchLabels: labels }, template },
  }),
  kept(`/apis/batch/v1/${HERE}/jobs`, { spec: { template: jobTemplate } }, NAMED_BY_UID),
  kept(`/apis/batch/v1/${HERE}/jobs`, { spec: { parallelism: 2, template: jobTemplate } }, NAMED_BY_UID),
  kept(`/apis/batch/v1/${HERE}/cronjobs`, { spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: jobTemplate } } } }),
  kept(`/apis/autoscaling/v1/${HERE}/horizontalpodautoscalers`, {
    spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 60, scaleTargetRef },
  }),
];

const NETWORK: readonly KeptObject[] = [
  kept(`/apis/networking.k8s.io/v1/${HERE}/ingresses`, {
    spec: { rules: [{ host: "a.b", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service } }] } }] },
  }),
  kept("/apis/networking.k8s.io/v1/ingressclasses", {
    spec: { controller: "a.b/c", parameters: { kind: "A", name: "b", apiGroup: "c.d" } },
  }),
  kept(`/apis/networking.k8s.io/v1/${HERE}/networkpolicies`, { spec: { podSelector: {} } }),
  kept(`/apis/networking.k8s.io/v1/${HERE}/networkpolicies`, {
    spec: { podSelector: { matchLabels: labels }, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }], egress: [{}] },
  }),
];

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ACCESS: readonly KeptObject[] = [
  kept(`${RBAC}/${HERE}/roles`, { rules }),
  kept(`${RBAC}/clusterroles`, { rules }),
  kept(`${RBAC}/clusterroles`, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "none" } }] } }),
  kept(`${RBAC}/${HERE}/rolebindings`, {
    roleRef: { kind: "ClusterRole", name: "view" },
    subjects: [
      { kind: "User", name: "u" },
      { kind: "ServiceAccount", name: "default", namespace: "x" },
    ],
  }),
  kept(`${RBAC}/clusterrolebindings`, { roleRef: { kind: "ClusterRole", name: "view" }, subjects: [{ kind: "Group", name: "u" }] }),
];

const STORAGE = "/apis/storage.k8s.io/v1";
const VOLUMES: readonly KeptObject[] = [
  kept(`${STORAGE}/storageclasses`, { provisioner: "a.b/c" }),
  kept(`${STORAGE}/volumeattachments`, { spec: { attacher: "a.b", nodeName: "n", source: { persistentVolumeName: "a" } } }),
  kept(`${STORAGE}/csidrivers`, { spec: {} }),
  kept(`${STORAGE}/csinodes`, { spec: { drivers: [{ name: "a.b", nodeID: "n", topologyKeys: ["z"] }] } }),
  kept(`${STORAGE}/${HERE}/csistoragecapacities`, { storageClassName: "a", capacity: "1Gi" }),
  kept(`${STORAGE}/volumeattributesclasses`, { driverName: "a.b", parameters: { a: "b" } }, ["metadata.finalizers"]),
];

const API_KINDS: readonly KeptObject[] = [
  kept("/apis/node.k8s.io/v1/runtimeclasses", { handler: "a" }),
  kept("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", { webhooks }),
  kept("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", { webhooks }),
  kept(
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
  kept(
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

export const KEPT_OBJECTS: readonly KeptObject[] = [...CORE, ...WORKLOADS, ...NETWORK, ...ACCESS, ...VOLUMES, ...API_KINDS];
