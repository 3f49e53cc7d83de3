import type { DeliveryManager } from "./well-known.ts";

/** Kubernetes objects with the fields that Daemonscope reads, under their API names.
 *  Each object was decoded or built by Daemonscope: required fields are present and have the right type.
 *  Times are RFC 3339 strings of the API; `timeMs` (time.ts) converts them to milliseconds. */

export type StringMap = Readonly<Record<string, string>>;

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  /** Present only with a deletionTimestamp, because finalizers delay only a deletion. */
  readonly finalizers?: readonly string[];
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface LabelSelector {
  readonly matchLabels?: StringMap;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute. Any other value is kept, and the rules ignore it. */
  readonly effect: string;
  readonly timeAdded?: string;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
  readonly matchFields?: readonly LabelSelectorRequirement[];
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
}

export interface Condition {
  readonly type: string;
  /** "True", "False" or "Unknown". */
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Software and hardware of a node. A field that the kubelet left empty is absent. */
export interface NodeInfo {
  readonly kernelVersion?: string;
  readonly osImage?: string;
  readonly containerRuntimeVersion?: string;
  readonly architecture?: string;
}

/** Allocatable resources of a node. An amount is absent if the node does not state it, or if its text is invalid. */
export interface NodeAllocatable {
  readonly cpuMillis?: number;
  readonly memoryBytes?: number;
  readonly pods?: number;
  /** Names of the extended resources with an amount above 0, sorted. Absent if there are none. */
  readonly extended?: readonly string[];
}

export interface KubeNode {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly taints: readonly Taint[]; readonly unschedulable: boolean };
  readonly status: {
    readonly conditions: readonly Condition[];
    readonly kubeletVersion?: string;
    /** Absent if it is empty. */
    readonly nodeInfo?: NodeInfo;
    /** Absent if the node states none. */
    readonly allocatable?: NodeAllocatable;
  };
}

export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly protocol?: string;
  readonly hostIP?: string;
}

/** Mount of a pod's volume in a container. */
export interface VolumeMount {
  /** Name of the volume. */
  readonly volume: string;
  readonly path: string;
  readonly readOnly?: true;
}

/** A container of a template without the values of its environment, which never leave the decoder. */
export interface ContainerSummary {
  readonly name: string;
  readonly image: string;
  readonly ports: readonly ContainerPort[];
  /** Quantities as written, by resource. Absent if the container requests nothing. */
  readonly requests?: StringMap;
  /** The memory limit as written, by resource. Absent if the container has none. */
  readonly limits?: StringMap;
  readonly mounts?: readonly VolumeMount[];
  readonly probes?: readonly ProbeKind[];
}

export type ProbeKind = "startup" | "readiness" | "liveness";

export interface VolumeSummary {
  readonly name: string;
  /** Kind of the volume, followed by the path of a host path: `hostPath /dev`, `configMap`, `emptyDir`… */
  readonly source: string;
}

/** Fields of a pod template that the rules and the page need. */
export interface PodTemplateSummary {
  readonly labels: StringMap;
  readonly nodeName?: string;
  readonly nodeSelector: StringMap;
  /** required…DuringExecution of the node affinity. Absent means no constraint; an empty list matches nothing. */
  readonly requiredNodeAffinity?: NodeSelector;
  readonly tolerations: readonly Toleration[];
  readonly hostNetwork: boolean;
  readonly containers: readonly ContainerSummary[];
  /** Init containers with restartPolicy Always: they run as long as the pod does. */
  readonly sidecars: readonly ContainerSummary[];
  readonly volumes: readonly VolumeSummary[];
  readonly priorityClassName?: string;
}

/** Fields of a template that determine the node ports that its pods hold. */
export type PortsOfTemplate = Pick<PodTemplateSummary, "hostNetwork" | "containers" | "sidecars">;

export type IntOrString = number | string;

export interface DaemonSetUpdateStrategy {
  /** RollingUpdate or OnDelete. */
  readonly type: string;
  readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
}

/** The numbers of a DaemonSetStatus under their API names. Fields that the API omitted are 0. */
export interface DaemonSetCounts {
  readonly desiredNumberScheduled: number;
  readonly currentNumberScheduled: number;
  readonly numberReady: number;
  readonly updatedNumberScheduled: number;
  readonly numberAvailable: number;
  readonly numberUnavailable: number;
  readonly numberMisscheduled: number;
}

/** Last writer of some fields of an object, from its managedFields. */
export interface FieldManager {
  /** `kubectl-set`, `argocd-controller`… */
  readonly manager: string;
  /** The user in the annotation `CHANGED_BY`, if this manager wrote it. */
  readonly user?: string;
  readonly atMs: number;
}

/** Fields of a DaemonSet that a plan can edit. `image`, `resources` and `ports` are those of any container. */
export const EDITABLE_FIELDS = [
  "template",
  "restartedAt",
  "image",
  "resources",
  "ports",
  "tolerations",
  "nodeSelector",
  "affinity",
  "priorityClassName",
  "updateStrategy",
] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** Fields that delivery tools set, and that all other managers set, from the managedFields. */
export type DeliveredFields = Readonly<Partial<Record<DeliveryManager | "others", Readonly<Partial<Record<EditableField, true>>>>>>;

export interface KubeDaemonSet {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplateSummary;
    readonly updateStrategy: DaemonSetUpdateStrategy;
    readonly minReadySeconds: number;
    readonly revisionHistoryLimit: number;
  };
  readonly status: DaemonSetCounts & { readonly observedGeneration: number; readonly collisionCount?: number };
  /** Hash of the raw spec.template as the API served it, equal for equal templates. Identifies the current revision. */
  readonly templateHash: string;
  /** Manager that last changed the template. Absent if unknown. */
  readonly templateManager?: FieldManager;
  /** Manager that last changed the update strategy. Absent if unknown. */
  readonly strategyManager?: string;
  /** The only manager that set the owner references. Absent if unknown, or if it is a user's kubectl. */
  readonly ownerManager?: string;
  /** Absent if no delivery tool set a field. */
  readonly deliveredFields?: DeliveredFields;
  /** Last change of any field by a delivery tool that acts without a user. */
  readonly deliveredAtMs?: number;
  /** The only field manager that sets annotations and no spec, under OnDelete. Absent if there is none, or several. */
  readonly annotator?: string;
  /** The only user who deleted its old pods since the current revision began. Known from an imported audit log. */
  readonly podDeleter?: string;
  /** The whole template as JSON text, with possible secrets hidden (redacted-value.ts). Absent if no client compares
   *  revisions.
   *  Text, because it is kept long and read rarely: it takes a sixth of the memory of objects. */
  readonly fullTemplate?: string;
}

export interface KubeControllerRevision {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly revision: number;
  /** When the controller last wrote the revision, for example with a new number. Absent if unknown. */
  readonly writtenAtMs?: number;
  /** Hash of the template without the annotation of a restart. Absent if the template has none. */
  readonly restartOf?: string;
  /** Like `templateHash` of a DaemonSet, over data.spec.template without its `$patch` directive. Absent if the data
   *  has no template. */
  readonly templateHash?: string;
  /** Like `fullTemplate` of a DaemonSet, from the data without its `$patch` directive. */
  readonly fullTemplate?: string;
  /** Containers and ports of the template in the data. Absent if the data has no template. */
  readonly ports?: PortsOfTemplate;
}

/** A run of a container that ended. */
export interface ContainerEnd {
  readonly reason: string;
  readonly exitCode?: number;
  readonly message?: string;
  /** Absent if it is 0, as nearly always. */
  readonly signal?: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

export type ContainerState =
  | { readonly kind: "running"; readonly startedAt?: string }
  | { readonly kind: "waiting"; readonly reason: string; readonly message?: string }
  | (ContainerEnd & { readonly kind: "terminated" });

export interface ContainerStatusSummary {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: ContainerState;
  readonly lastTerminated?: ContainerEnd;
  /** It has ended, and its own restartPolicy does not restart it. */
  readonly isFinal?: true;
  /** An init container that ends before the containers start, or one with restartPolicy Always. Absent for a
   *  container. */
  readonly role?: "init" | "sidecar";
}

/** Quantities in the spec of a pod, by resource. */
export interface PodRequestSpec {
  readonly containers: readonly StringMap[];
  /** In order. A sidecar is one with `restartPolicy: Always`. */
  readonly initContainers: readonly { readonly requests: StringMap; readonly isSidecar: boolean }[];
  /** `spec.resources.requests`. */
  readonly podLevel: StringMap;
  readonly overhead: StringMap;
}

/** Settings of a pod that is not bound to a node, for the words of a refusal. */
export interface UnboundPodSpec {
  readonly schedulerName: string;
  /** Absent if it is empty. */
  readonly nodeSelector?: StringMap;
  /** Names of its `resourceClaims`. Absent if it has none. */
  readonly claims?: readonly string[];
  /** Absent if it is 0. */
  readonly priority?: number;
  /** Absent unless a scheduler has refused the pod. */
  readonly requests?: PodRequestSpec;
}

export interface KubePod {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly spec: {
    readonly nodeName?: string;
    /** The single value of the first `metadata.name In [x]` in matchFields of the required nodeAffinity. Absent for a
     *  bound pod. */
    readonly affinityNodeName?: string;
    readonly schedulingGates: readonly string[];
    /** `container=image` lines in the order of the containers. One text shared by all pods of a template. */
    readonly images?: string;
    /** Absent for a bound pod. */
    readonly unbound?: UnboundPodSpec;
    /** Its ports. Absent unless a scheduler has refused the pod, or it is being deleted. */
    readonly ports?: PortsOfTemplate;
  };
  readonly status: {
    readonly phase: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions: readonly Condition[];
    /** The init containers that wait or have a problem, the sidecars that wait or ended before, then the containers. */
    readonly containers: readonly ContainerStatusSummary[];
    readonly startTime?: string;
    readonly nominatedNodeName?: string;
  };
}

/** A Kubernetes Event. Daemonscope watches warnings only. */
export interface KubeEvent {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly involved: {
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
    readonly uid?: string;
    /** The container of a pod, if the event is about one. */
    readonly container?: string;
  };
  readonly count: number;
  readonly firstSeen?: string;
  readonly lastSeen?: string;
}
