/** Kubernetes objects, only the fields that we read, spelled as the API spells them.
 *  Every object here has passed a decoder or was made by us: required fields are present and of the right type.
 *  Times are the API's RFC 3339 strings; turn them into milliseconds with `timeMs` (time.ts). */

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
  /** NoSchedule, PreferNoSchedule or NoExecute; anything else is kept and ignored by the rules. */
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

export interface KubeNode {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly taints: readonly Taint[]; readonly unschedulable: boolean };
  readonly status: { readonly conditions: readonly Condition[]; readonly kubeletVersion?: string };
}

export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly protocol?: string;
  readonly hostIP?: string;
}

/** Where a container sees a volume of its pod. */
export interface VolumeMount {
  /** Name of the volume. */
  readonly volume: string;
  readonly path: string;
  readonly readOnly?: true;
}

/** A container of a template, without the values of its environment: those never leave the decoder. */
export interface ContainerSummary {
  readonly name: string;
  readonly image: string;
  readonly ports: readonly ContainerPort[];
  /** Quantities as written, by resource; absent when it asks for nothing. */
  readonly requests?: StringMap;
  readonly mounts?: readonly VolumeMount[];
}

export interface VolumeSummary {
  readonly name: string;
  /** `hostPath /dev`, `configMap`, `emptyDir`…: the kind, and the path where it is a host path. */
  readonly source: string;
}

/** What the rules and the page need of a pod template. */
export interface PodTemplateSummary {
  readonly labels: StringMap;
  readonly nodeName?: string;
  readonly nodeSelector: StringMap;
  /** required…DuringExecution of the node affinity; absent means no constraint, an empty list matches nothing. */
  readonly requiredNodeAffinity?: NodeSelector;
  readonly tolerations: readonly Toleration[];
  readonly hostNetwork: boolean;
  readonly containers: readonly ContainerSummary[];
  /** Init containers with restartPolicy Always: they run as long as the pod does. */
  readonly sidecars: readonly ContainerSummary[];
  readonly volumes: readonly VolumeSummary[];
  readonly priorityClassName?: string;
}

/** What of a template says which ports of a node its pods hold. */
export type PortsOfTemplate = Pick<PodTemplateSummary, "hostNetwork" | "containers" | "sidecars">;

export type IntOrString = number | string;

export interface DaemonSetUpdateStrategy {
  /** RollingUpdate or OnDelete. */
  readonly type: string;
  readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
}

/** The numbers of a DaemonSetStatus under their API names; fields that the API omitted are 0. */
export interface DaemonSetCounts {
  readonly desiredNumberScheduled: number;
  readonly currentNumberScheduled: number;
  readonly numberReady: number;
  readonly updatedNumberScheduled: number;
  readonly numberAvailable: number;
  readonly numberUnavailable: number;
  readonly numberMisscheduled: number;
}

/** Who wrote fields of an object last, as its managedFields say. */
export interface FieldManager {
  /** `kubectl-set`, `argocd-controller`… */
  readonly manager: string;
  readonly atMs: number;
}

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
  /** A hash of the raw spec.template as the API served it, equal for equal templates: how the current revision is found. */
  readonly templateHash: string;
  /** Who changed the template last; absent where that is not known. */
  readonly templateManager?: FieldManager;
  /** All of the template as JSON text, values that may be secret hidden (hidden-value.ts); absent where nobody compares revisions.
   *  Text, for it is kept for long and read rarely: a sixth of the memory of objects. */
  readonly fullTemplate?: string;
}

export interface KubeControllerRevision {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly revision: number;
  /** The same hash over data.spec.template without its `$patch` directive; absent when the data has no template. */
  readonly templateHash?: string;
  /** The same of the data, without its `$patch` directive. */
  readonly fullTemplate?: string;
  /** Of the data; absent when they have no template. */
  readonly ports?: PortsOfTemplate;
}

export type ContainerState =
  | { readonly kind: "running"; readonly startedAt?: string }
  | { readonly kind: "waiting"; readonly reason: string; readonly message?: string }
  | { readonly kind: "terminated"; readonly reason: string; readonly message?: string; readonly exitCode?: number };

export interface ContainerStatusSummary {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: ContainerState;
  readonly lastTerminated?: { readonly reason: string; readonly exitCode?: number };
}

export interface KubePod {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly spec: {
    readonly nodeName?: string;
    /** The single value of the required nodeAffinity's matchFields `metadata.name In [x]`, first found. */
    readonly affinityNodeName?: string;
    readonly schedulingGates: readonly string[];
    /** `container=image`, in the order of the containers, joined by line breaks: one text shared by all pods of a template. */
    readonly images?: string;
  };
  readonly status: {
    readonly phase: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions: readonly Condition[];
    readonly containers: readonly ContainerStatusSummary[];
    readonly startTime?: string;
    readonly nominatedNodeName?: string;
  };
}

/** A Kubernetes Event, warnings only as we watch them. */
export interface KubeEvent {
  readonly metadata: ObjectMeta & { readonly namespace: string };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly involved: { readonly kind: string; readonly namespace?: string; readonly name: string; readonly uid?: string };
  readonly count: number;
  readonly lastSeen?: string;
}
