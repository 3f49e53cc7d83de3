/** Accepted reasons for different lines, by the id of the difference. */
export const REASONS = {
  "served kinds": "kinds that neither a scenario nor a common tool needs are not served: each needs its own control loops",
  "measured use": "the simulator serves metrics.k8s.io; the real control plane has no metrics-server",
  machines: "the fake kubelets of the real control plane report another system, other addresses and other local storage",
  "labels and annotations of nodes": "controllers that do not affect daemon pods write them, so that the simulator omits them",
  leases: "a simulated kubelet holds the lease of its node; one process holds all leases of the real control plane",
  "order of conditions": "the simulator uses the order of a kubelet, without NetworkUnavailable",
  "events of nodes": "a simulated kubelet writes NodeReady; the real lifecycle controller writes RegisteredNode",
  descriptions: "the simulator omits the descriptions of fields and types, which would double the size of the program",
  "who one is": "the simulator has no authentication: every caller is `simulated` instead of `admin`",
  logs: "simulated containers write lines about start and readiness; fake kubelets have no logs",
} as const;

/** Lines that may differ, for the reason of their id. */
export interface NamedDifference {
  readonly id: keyof typeof REASONS;
  readonly commands: RegExp;
  /** Lines that do not count, on both sides. */
  readonly lines: RegExp;
}

/** The kinds that the simulator serves, as `kubectl api-resources` begins its lines. */
const KINDS = [
  ...["nodes", "pods", "namespaces", "events", "serviceaccounts", "configmaps", "services", "endpoints", "secrets", "limitranges"],
  ...["resourcequotas", "persistentvolumes", "persistentvolumeclaims", "replicationcontrollers"],
  ...["daemonsets", "deployments", "replicasets", "statefulsets", "controllerrevisions", "jobs", "cronjobs", "horizontalpodautoscalers"],
  ...["leases", "endpointslices", "poddisruptionbudgets", "priorityclasses", "ingresses", "ingressclasses", "networkpolicies"],
  ...["roles", "rolebindings", "clusterroles", "clusterrolebindings", "storageclasses", "volumeattachments"],
  ...["podtemplates", "csidrivers", "csinodes", "csistoragecapacities", "volumeattributesclasses", "runtimeclasses"],
  ...[
    "customresourcedefinitions",
    "apiservices",
    "certificatesigningrequests",
    "mutatingwebhookconfigurations",
    "validatingwebhookconfigurations",
    "selfsubject\\w+",
  ],
].join("|");
const VERSIONS = [
  ...["apps", "authentication\\.k8s\\.io", "authorization\\.k8s\\.io", "coordination\\.k8s\\.io", "discovery\\.k8s\\.io", "policy"],
  ...["scheduling\\.k8s\\.io", "batch", "networking\\.k8s\\.io", "rbac\\.authorization\\.k8s\\.io", "storage\\.k8s\\.io"],
  ...["certificates\\.k8s\\.io", "admissionregistration\\.k8s\\.io", "events\\.k8s\\.io", "node\\.k8s\\.io"],
  ...["apiextensions\\.k8s\\.io", "apiregistration\\.k8s\\.io"],
].join("|");

export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    id: "served kinds",
    commands: /^api-resources/,
    lines: new RegExp(`^(?!.*metrics\\.k8s\\.io)(?!(?:${KINDS}) |NAME )`),
  },
  {
    id: "served kinds",
    commands: /^api-versions/,
    lines: new RegExp(`^(?!metrics\\.k8s\\.io)(?!(?:${VERSIONS})/v1$|autoscaling/v[12]$|v1$)`),
  },
  { id: "measured use", commands: /^api-(?:resources|versions)/, lines: /metrics\.k8s\.io/ },
  {
    id: "machines",
    commands: /^(?:get nodes -o wide|describe node)/,
    lines: /fake|simulated|Fake|Simulated|Kernel Version|OS Image|Container Runtime|InternalIP|Hostname|ephemeral-storage|Addresses/,
  },
  {
    id: "labels and annotations of nodes",
    commands: /^describe node/,
    lines: /beta\.kubernetes\.io|kubernetes\.io\/arch=|node\.alpha\.kubernetes\.io\/ttl|^Annotations:|^ *node\.alpha/,
  },
  { id: "leases", commands: /^describe node/, lines: /HolderIdentity|RenewTime/ },
  {
    id: "order of conditions",
    commands: /^describe node/,
    lines: /NetworkUnavailable|(?:MemoryPressure|DiskPressure|PIDPressure|Ready) (?:True|False) TIME/,
  },
  {
    id: "events of nodes",
    commands: /^describe node/,
    lines: /^Events:|NodeReady|RegisteredNode|NodeHas|NodeNot|^ ?Type Reason|^ ?---- |TaintManager/,
  },
  { id: "served kinds", commands: /^get apiservices/, lines: /^v1\.(?:flowcontrol\.apiserver|resource)\.k8s\.io / },
  { id: "measured use", commands: /^get apiservices/, lines: /metrics\.k8s\.io/ },
  { id: "descriptions", commands: /^explain/, lines: /./ },
  { id: "who one is", commands: /^auth whoami/, lines: /./ },
  { id: "logs", commands: /^logs/, lines: /./ },
];
