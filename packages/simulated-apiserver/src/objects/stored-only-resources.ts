import type { Resource } from "./resource.ts";
import { STORED_ONLY_NAMES, type StoredOnlyName } from "./stored-only-names.ts";

type Traits = Pick<Resource, "kind"> & Partial<Pick<Resource, "namespaced" | "shortNames" | "categories" | "hasStatus">>;

const ALL = ["all"];
const API_EXTENSION = { namespaced: false, categories: ["api-extensions"] };
const TRAITS: Readonly<Record<StoredOnlyName, Traits>> = {
  secrets: { kind: "Secret" },
  endpoints: { kind: "Endpoints", shortNames: ["ep"] },
  limitranges: { kind: "LimitRange", shortNames: ["limits"] },
  resourcequotas: { kind: "ResourceQuota", shortNames: ["quota"], hasStatus: true },
  persistentvolumes: { kind: "PersistentVolume", shortNames: ["pv"], hasStatus: true, namespaced: false },
  persistentvolumeclaims: { kind: "PersistentVolumeClaim", shortNames: ["pvc"], hasStatus: true },
  replicationcontrollers: { kind: "ReplicationController", shortNames: ["rc"], categories: ALL, hasStatus: true },
  podtemplates: { kind: "PodTemplate" },
  statefulsets: { kind: "StatefulSet", shortNames: ["sts"], categories: ALL, hasStatus: true },
  jobs: { kind: "Job", categories: ALL, hasStatus: true },
  cronjobs: { kind: "CronJob", shortNames: ["cj"], categories: ALL, hasStatus: true },
  horizontalpodautoscalers: { kind: "HorizontalPodAutoscaler", shortNames: ["hpa"], categories: ALL, hasStatus: true },
  ingresses: { kind: "Ingress", shortNames: ["ing"], hasStatus: true },
  ingressclasses: { kind: "IngressClass", namespaced: false },
  networkpolicies: { kind: "NetworkPolicy", shortNames: ["netpol"] },
  roles: { kind: "Role" },
  rolebindings: { kind: "RoleBinding" },
  clusterroles: { kind: "ClusterRole", namespaced: false },
  clusterrolebindings: { kind: "ClusterRoleBinding", namespaced: false },
  storageclasses: { kind: "StorageClass", shortNames: ["sc"], namespaced: false },
  volumeattachments: { kind: "VolumeAttachment", namespaced: false, hasStatus: true },
  csidrivers: { kind: "CSIDriver", namespaced: false },
  csinodes: { kind: "CSINode", namespaced: false },
  csistoragecapacities: { kind: "CSIStorageCapacity" },
  volumeattributesclasses: { kind: "VolumeAttributesClass", shortNames: ["vac"], namespaced: false },
  runtimeclasses: { kind: "RuntimeClass", namespaced: false },
  certificatesigningrequests: { kind: "CertificateSigningRequest", shortNames: ["csr"], namespaced: false, hasStatus: true },
  mutatingwebhookconfigurations: { kind: "MutatingWebhookConfiguration", ...API_EXTENSION },
  validatingwebhookconfigurations: { kind: "ValidatingWebhookConfiguration", ...API_EXTENSION },
  customresourcedefinitions: { kind: "CustomResourceDefinition", shortNames: ["crd", "crds"], hasStatus: true, ...API_EXTENSION },
  apiservices: { kind: "APIService", hasStatus: true, ...API_EXTENSION },
};

/** The resources of these kinds, as `kubectl api-resources` lists them for Kubernetes 1.36. */
export const STORED_ONLY_RESOURCES: readonly Resource[] = Object.entries(STORED_ONLY_NAMES).flatMap(([groupVersion, names]) =>
  names.map((name) => {
    const { kind, ...traits } = TRAITS[name];
    return { name, kind, singular: kind.toLowerCase(), groupVersion, namespaced: true, shortNames: [], hasStatus: false, ...traits };
  }),
);
