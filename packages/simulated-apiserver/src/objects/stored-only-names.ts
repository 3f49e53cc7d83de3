/**
 * Kinds that no loop acts on, by group and version, and CustomResourceDefinitions. Other tools list them and charts
 * contain them, so they are stored without behavior.
 */
export const STORED_ONLY_NAMES = {
  v1: [
    "secrets",
    "endpoints",
    "limitranges",
    "resourcequotas",
    "persistentvolumes",
    "persistentvolumeclaims",
    "replicationcontrollers",
    "podtemplates",
  ],
  "apps/v1": ["statefulsets"],
  "batch/v1": ["jobs", "cronjobs"],
  "autoscaling/v2": ["horizontalpodautoscalers"],
  "networking.k8s.io/v1": ["ingresses", "ingressclasses", "networkpolicies"],
  "rbac.authorization.k8s.io/v1": ["roles", "rolebindings", "clusterroles", "clusterrolebindings"],
  "storage.k8s.io/v1": ["storageclasses", "volumeattachments", "csidrivers", "csinodes", "csistoragecapacities", "volumeattributesclasses"],
  "node.k8s.io/v1": ["runtimeclasses"],
  "certificates.k8s.io/v1": ["certificatesigningrequests"],
  "admissionregistration.k8s.io/v1": ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
  "apiextensions.k8s.io/v1": ["customresourcedefinitions"],
  "apiregistration.k8s.io/v1": ["apiservices"],
} as const;

/** The plural names of these kinds. */
export type StoredOnlyName = (typeof STORED_ONLY_NAMES)[keyof typeof STORED_ONLY_NAMES][number];
