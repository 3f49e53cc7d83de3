import { expect, it } from "vitest";
import type { ResourceName, StoredObject } from "../objects/contract.ts";
import { cloneJson, type JsonObject } from "../objects/json.ts";
import { applyDefaults, prepareForCreate } from "./defaults.ts";

const POD = { spec: { containers: [{ name: "a", image: "a" }] } };
const POD_OF_JOB = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } };
const PULLED = { terminationGracePeriodSeconds: 30, containers: [{ imagePullPolicy: "Always" }] };
const RBAC = { apiGroup: "rbac.authorization.k8s.io" };
const SERVICE = { name: "a", namespace: "b" };
const WEBHOOKS = { webhooks: [{ name: "a.b.c", clientConfig: { service: SERVICE }, rules: [{ operations: ["CREATE"] }] }] };
const CALLED = { failurePolicy: "Fail", matchPolicy: "Equivalent", namespaceSelector: {}, timeoutSeconds: 10, rules: [{ scope: "*" }] };

function withDefaults(resource: ResourceName, submitted: JsonObject): StoredObject {
  const object = cloneJson({ metadata: { name: "a" }, ...submitted }) as unknown as StoredObject;
  applyDefaults(resource, object);
  prepareForCreate(resource, object);
  return object;
}

/** The answers of a real API server of version 1.36.3, without metadata. */
const ROWS: readonly (readonly [ResourceName, JsonObject, JsonObject])[] = [
  [
    "limitranges",
    { spec: { limits: [{ type: "Container", default: { cpu: "1" } }] } },
    { spec: { limits: [{ defaultRequest: { cpu: "1" } }] } },
  ],
  ["resourcequotas", { spec: { hard: { pods: "1" } } }, { status: {} }],
  [
    "persistentvolumes",
    { spec: { hostPath: { path: "/a" } } },
    { spec: { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem", hostPath: { type: "" } }, status: { phase: "Pending" } },
  ],
  ["persistentvolumeclaims", { spec: {} }, { spec: { volumeMode: "Filesystem" }, status: { phase: "Pending" } }],
  [
    "replicationcontrollers",
    { spec: { template: { metadata: { labels: { app: "a" } }, ...POD } } },
    {
      metadata: { labels: { app: "a" } },
      spec: { replicas: 1, selector: { app: "a" }, template: { spec: PULLED } },
      status: { replicas: 0 },
    },
  ],
  [
    "statefulsets",
    { spec: { template: POD, volumeClaimTemplates: [{ metadata: { name: "d" }, spec: {} }] } },
    {
      spec: {
        podManagementPolicy: "OrderedReady",
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
        template: { spec: PULLED },
        volumeClaimTemplates: [
          { apiVersion: "v1", kind: "PersistentVolumeClaim", spec: { volumeMode: "Filesystem" }, status: { phase: "Pending" } },
        ],
      },
      status: { replicas: 0, availableReplicas: 0 },
    },
  ],
  [
    "jobs",
    { spec: { template: POD_OF_JOB } },
    {
      spec: { completions: 1, parallelism: 1, backoffLimit: 6, completionMode: "NonIndexed", podReplacementPolicy: "TerminatingOrFailed" },
    },
  ],
  [
    "cronjobs",
    { spec: { schedule: "0 0 * * *", jobTemplate: { spec: { template: POD_OF_JOB } } } },
    { spec: { concurrencyPolicy: "Allow", suspend: false, jobTemplate: { metadata: {}, spec: { template: { spec: PULLED } } } } },
  ],
  ["podtemplates", { template: POD }, { template: { metadata: {}, spec: PULLED } }],
  ["horizontalpodautoscalers", { spec: { maxReplicas: 3 } }, { spec: { minReplicas: 1, maxReplicas: 3 } }],
  ["ingresses", { spec: {} }, { status: { loadBalancer: {} } }],
  ["ingressclasses", { spec: { parameters: { kind: "A", name: "b" } } }, { spec: { parameters: { scope: "Cluster" } } }],
  ["networkpolicies", { spec: { podSelector: {} } }, { spec: { policyTypes: ["Ingress"] } }],
  [
    "networkpolicies",
    { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }], egress: [{}] } },
    { spec: { policyTypes: ["Ingress", "Egress"], ingress: [{ ports: [{ protocol: "TCP" }] }] } },
  ],
  [
    "clusterrolebindings",
    { roleRef: { kind: "ClusterRole", name: "a" }, subjects: [{ kind: "Group", name: "b" }] },
    { roleRef: RBAC, subjects: [RBAC] },
  ],
  ["storageclasses", { provisioner: "a.b/c" }, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }],
  ["volumeattachments", { spec: {} }, { status: { attached: false } }],
  [
    "csidrivers",
    { spec: {} },
    { spec: { attachRequired: true, volumeLifecycleModes: ["Persistent"], fsGroupPolicy: "ReadWriteOnceWithFSType" } },
  ],
  [
    "mutatingwebhookconfigurations",
    WEBHOOKS,
    { webhooks: [{ ...CALLED, clientConfig: { service: { port: 443 } }, reinvocationPolicy: "Never" }] },
  ],
  ["validatingwebhookconfigurations", WEBHOOKS, { webhooks: [CALLED] }],
  [
    "customresourcedefinitions",
    { spec: { group: "a.example", scope: "Namespaced", names: { plural: "zs", kind: "Zed" }, versions: [] } },
    { spec: { conversion: { strategy: "None" }, names: { singular: "zed", listKind: "ZedList" } } },
  ],
  ["apiservices", { spec: { group: "q.example", version: "v1", service: SERVICE } }, { spec: { service: { port: 443 } } }],
];

it.each(ROWS)("%s get the defaults of a real API server", (resource, submitted, expected) => {
  expect(withDefaults(resource, submitted)).toMatchObject(expected);
});

it("a ServiceAccount subject of a binding has no group", () => {
  const subjects = [{ kind: "ServiceAccount", name: "b" }];
  expect(withDefaults("rolebindings", { roleRef: { kind: "Role", name: "a" }, subjects }).subjects).toEqual(subjects);
});
