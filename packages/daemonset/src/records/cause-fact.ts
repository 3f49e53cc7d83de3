/** What can be wrong: a row of the table of causes (`causes/causes.ts`). The keys are public: JSON, metrics, links. */
export type CauseKind =
  // Pods that cannot be created
  | "quotaExceeded"
  | "requestsOverQuota"
  | "limitRange"
  | "podSecurity"
  | "webhookDenied"
  | "webhookSilent"
  | "serviceAccountMissing"
  | "priorityClassMissing"
  | "runtimeClassMissing"
  | "createRefused"
  // Pods that do not start
  | "imageRateLimited"
  | "imageUnauthorised"
  | "imageNotFound"
  | "imageWrongPlatform"
  | "imageUnreachable"
  | "imageFailed"
  | "objectMissing"
  | "hostPathMissing"
  | "configError"
  | "startError"
  | "mountFailed"
  | "attachFailed"
  | "sandboxFailed"
  // Containers that end
  | "initCrash"
  | "oomKilled"
  | "livenessKill"
  | "startupKill"
  | "postStartHook"
  | "completedAgain"
  | "crash"
  | "crashedOnce"
  | "notRestarted"
  // Pods that run and are not Ready
  | "readinessGate"
  | "readinessProbe"
  | "runningNotReady"
  // Pods that start
  | "starting"
  | "awaitsScheduler"
  | "readyNotAvailable"
  // Pods that the scheduler refuses
  | "schedulingGate"
  | "noScheduler"
  | "claimUnallocated"
  | "volumeClaimMissing"
  | "volumeElsewhere"
  | "selectorAdded"
  | "labelMismatch"
  | "onePodNode"
  | "tooLarge"
  | "resourceMissing"
  | "featureMissing"
  | "portHeld"
  | "portEnding"
  | "antiAffinity"
  | "untolerated"
  | "preempting"
  | "noRoom"
  | "noSuchNode"
  | "notScheduled"
  // Pods that the kubelet rejects
  | "labelsUnknown"
  | "outOf"
  | "sysctlForbidden"
  | "diskPressure"
  | "memoryPressure"
  | "pidPressure"
  | "admissionError"
  | "nodeShutdown"
  | "evicted"
  // Nodes, and pods that do not end
  | "nodeNotReady"
  | "nodeGone"
  | "nodeLeaving"
  | "deviceTaint"
  | "terminating"
  | "terminatingOnNotReady"
  | "kubeletSilent"
  | "podFinalizer"
  // Pods of a node
  | "noPod"
  | "noPodYet"
  | "twoPods"
  | "extraPods"
  | "misscheduled"
  // The DaemonSet itself
  | "revisionBreaksNodes"
  | "surgePortClash"
  | "waitsForDeletion"
  | "noNodeWants"
  | "controllerForgot"
  | "controllerBehind"
  | "upgradeFailed"
  | "upgradeIdle"
  | "pauseLeft"
  // Anything else
  | "failing"
  | "unknown";

/** The identity of a cause: nodes with equal facts form one group. `packages/words/src/facts` has its sentences. */
export interface CauseFact {
  readonly kind: CauseKind;
  /** The API's own word or words, verbatim: `CrashLoopBackOff`, `Insufficient cpu`. */
  readonly reason?: string;
  /** The object that it concerns, by name: a quota, a webhook, an image, `secret "agent-certs"`. */
  readonly subject?: string;
  readonly container?: string;
  /** `namespace/name` of the DaemonSet whose pod holds the subject. `holderIsDeleted`: it does not exist any more. */
  readonly holder?: string;
  readonly holderIsDeleted?: true;
}

/** Facts about one occurrence. They differ from pod to pod, so they are no part of the identity. */
export interface CauseDetail {
  /** The words of the API server, the scheduler or the kubelet, verbatim. */
  readonly message?: string;
  readonly exitCode?: number;
  readonly signal?: number;
  readonly restarts?: number;
  /** Memory limit of the container, as written. */
  readonly limit?: string;
  /** What the whole node has of the resources in the subject: `8Gi`. */
  readonly allocatable?: string;
  /** Number of failed pods, one after the other. */
  readonly failures?: number;
  /** Number of events. `atLeast`: there may have been more events or failed pods. */
  readonly count?: number;
  readonly atLeast?: true;
  readonly lastAtMs?: number;
  /** Time at which it ends by itself, at the latest. */
  readonly endsAtMs?: number;
}
