import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { InEachLanguage } from "@daemonscope/kube/base/languages";
import type { SourceName } from "@daemonscope/kube/source-status";

/** A scenario that the lab can play. */
export interface LabStory {
  readonly name: string;
  readonly title: InEachLanguage;
  /** The cluster before the first step. */
  readonly opening: InEachLanguage;
  /** Path of the page that shows the scenario best, relative to the base path. */
  readonly opensOn: string;
  /** Topic pages on which the scenario shows something. */
  readonly fits: readonly ("taints" | "labels")[];
}

/** A scheduled step of the scenario. */
export interface LabStep {
  readonly name: string;
  /** Starts at 0 in scenarios that repeat; absent for steps that run once. */
  readonly round?: number;
  /** Cluster time, in milliseconds. */
  readonly dueAtMs: number;
  readonly kubectl: string;
  readonly done: boolean;
  /** The API server's own messages, if it refused the step. */
  readonly refusals?: readonly string[];
  /** Absent if the step has no text. */
  readonly words?: InEachLanguage;
}

/** An action in the lab: a command through the API, or a fault of the API server. */
type LabStepResult =
  | { readonly kind: "kubectl" /** An equivalent command. */; readonly line: string }
  | { readonly kind: "fault"; readonly fault: LabFault };

/** An action of a user in the lab. */
export type LabAction = LabStepResult & {
  /** Starts at 1 in each scenario. */
  readonly id: number;
  /** Cluster time, in milliseconds. */
  readonly atMs: number;
  /** `never`: the removed objects cannot be restored. */
  readonly undo: "possible" | "done" | "never";
  /** The command that is equivalent to the undo, after the action was undone. */
  readonly undoneBy?: string;
};

/** The state of the lab. Answer of GET /api/lab-now and of every command. */
export interface LabState {
  readonly story: string;
  readonly seed: number;
  /** Number of scenario starts on this server, by any user: another number means another cluster. */
  readonly startCount: number;
  /** In time order. */
  readonly steps: readonly LabStep[];
  /** The scenario repeats: when all steps are done, new ones are scheduled. */
  readonly isRunning: boolean;
  readonly clock: {
    readonly playing: boolean;
    /** Cluster seconds per real second while the clock runs. */
    readonly speed: number;
    readonly nowMs: number;
    /** Start of the scenario. */
    readonly startedAtMs: number;
  };
  /** Newest first; the last twenty. */
  readonly actions: readonly LabAction[];
}

/** Answer of GET /api/lab. */
export interface LabAnswer {
  readonly stories: readonly LabStory[];
  readonly now: LabState;
}

/** The behavior of pods with a new image. `good`: they become ready. */
export const LAB_IMAGE_KINDS = ["good", "missing", "crash", "unready", "breaks-node", "slow"] as const;
export type LabImageKind = (typeof LAB_IMAGE_KINDS)[number];
/** The probes of a pod that can be made to fail; `none` lets all answer again. */
export const LAB_PROBES = ["readiness", "liveness", "startup", "none"] as const;

/** The kinds of causes that the lab produces, in groups. */
export const LAB_CAUSES = {
  creation: [
    "quotaExceeded",
    "requestsOverQuota",
    "limitRange",
    "podSecurity",
    "webhookDenied",
    "webhookSilent",
    "serviceAccountMissing",
    "priorityClassMissing",
    "runtimeClassMissing",
    "createRefused",
  ],
  scheduling: [
    "schedulingGate",
    "noScheduler",
    "awaitsScheduler",
    "claimUnallocated",
    "volumeClaimMissing",
    "volumeElsewhere",
    "selectorAdded",
    "labelMismatch",
    "onePodNode",
    "tooLarge",
    "resourceMissing",
    "noRoom",
    "preempting",
    "portHeld",
    "portEnding",
    "antiAffinity",
    "untolerated",
    "noSuchNode",
    "notScheduled",
  ],
  kubelet: [
    "labelsUnknown",
    "outOf",
    "sysctlForbidden",
    "diskPressure",
    "memoryPressure",
    "pidPressure",
    "admissionError",
    "featureMissing",
    "nodeShutdown",
    "evicted",
    "unknown",
  ],
  start: [
    "imageNotFound",
    "imageWrongPlatform",
    "imageUnauthorised",
    "imageRateLimited",
    "imageUnreachable",
    "imageFailed",
    "objectMissing",
    "configError",
    "hostPathMissing",
    "mountFailed",
    "attachFailed",
    "sandboxFailed",
    "startError",
    "starting",
  ],
  run: ["crash", "crashedOnce", "notRestarted", "completedAgain", "oomKilled", "initCrash", "livenessKill", "startupKill", "postStartHook"],
  ready: ["readinessProbe", "readinessGate", "runningNotReady", "readyNotAvailable"],
  end: ["nodeNotReady", "nodeGone", "nodeLeaving", "deviceTaint", "terminating", "terminatingOnNotReady", "kubeletSilent"],
  daemonSet: [
    "noPod",
    "twoPods",
    "extraPods",
    "misscheduled",
    "noNodeWants",
    "revisionBreaksNodes",
    "surgePortClash",
    "waitsForDeletion",
    "controllerForgot",
    "controllerBehind",
  ],
} as const satisfies Readonly<Record<string, readonly CauseKind[]>>;
type LabCauseGroup = keyof typeof LAB_CAUSES;
export type LabCause = (typeof LAB_CAUSES)[LabCauseGroup][number];
export const LAB_CAUSE_GROUPS = Object.keys(LAB_CAUSES) as readonly LabCauseGroup[];

export const LAB_REFUSALS = [429, 500, 503] as const;

/** Maximum age of a backup, in seconds of cluster time: the history of the API server may not reach further back. */
export const LAB_BACKUP_SECONDS = 60;
/** Maximum clock skew of a node, in seconds. */
export const LAB_SKEW_SECONDS = 3600;

/**
 * Actions of a user in the lab. The key is the last part of the path, `POST /api/lab/do/<verb>`; the value is the body.
 */
export interface LabVerbs {
  /** A copy of another node, and named after it by default. */
  readonly "add-node": { readonly name?: string; readonly like?: string };
  readonly "remove-node": { readonly node: string };
  /** Without a value the label is removed. */
  readonly label: { readonly node: string; readonly key: string; readonly value?: string };
  readonly taint: {
    readonly node: string;
    readonly key: string;
    readonly value?: string;
    readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
  };
  readonly untaint: { readonly node: string; readonly key: string; readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute" };
  readonly cordon: { readonly node: string };
  readonly uncordon: { readonly node: string };
  /** `notReady`: its kubelet reports NotReady; `silent`: its kubelet stops reporting. */
  readonly "break-node": { readonly node: string; readonly how: "notReady" | "silent" };
  readonly "heal-node": { readonly node: string };
  /** The first container by default. */
  readonly "set-image": {
    readonly namespace: string;
    readonly daemonSet: string;
    readonly kind: LabImageKind;
    readonly container?: string;
  };
  /** YAML or JSON, one or several documents. */
  readonly apply: { readonly manifest: string };
  readonly "delete-pod": { readonly namespace: string; readonly daemonSet: string; readonly node: string };
  readonly "fail-probe": {
    readonly namespace: string;
    readonly daemonSet: string;
    readonly node: string;
    readonly probe: (typeof LAB_PROBES)[number];
  };
  /** Produces a cause for a DaemonSet on one node; `none` ends the one that it has there. */
  readonly cause: {
    readonly namespace: string;
    readonly daemonSet: string;
    readonly node: string;
    readonly cause: LabCause | "none";
  };
  /** Puts a manifest into the folder of a node's kubelet. */
  readonly "add-static-pod": { readonly node: string; readonly name: string; readonly image?: string };
  /** `name`: of the pod in the manifest, without the node. */
  readonly "remove-static-pod": { readonly node: string; readonly name: string };
  readonly "delete-daemonset": { readonly namespace: string; readonly daemonSet: string; readonly orphan?: boolean };
  /** Open watches are reset, or end cleanly. */
  readonly "drop-watches": { readonly resource?: SourceName; readonly how: "reset" | "end" };
  readonly stall: { readonly resource?: SourceName };
  readonly resume: { readonly resource?: SourceName };
  /** Sends a line that is not an event. */
  readonly garbage: { readonly resource?: SourceName };
  /** Discards the history and resets the watches, so that clients notice. */
  readonly "expire-history": Readonly<Record<never, never>>;
  /**
   * Restores the API server from a backup of `secondsAgo` seconds of cluster time. Later writes are lost, and resource
   * versions repeat.
   */
  readonly "older-state": { readonly secondsAgo: number };
  /**
   * Clock offset of one node, or of every node, from the cluster clock, in seconds. Positive is ahead, negative is
   * behind, 0 resets.
   */
  readonly "skew-clock": { readonly node?: string; readonly seconds: number };
  /** Stops or starts the scheduler. */
  readonly scheduler: { readonly runs: boolean };
  /** The next watches of a kind are refused. */
  readonly refuse: { readonly resource: SourceName; readonly status: (typeof LAB_REFUSALS)[number]; readonly times: number };
  /** Delays every answer of the API server by `ms`, and makes clients list everything again. 0 resets. */
  readonly slow: { readonly ms: number };
  readonly forbid: { readonly resource: SourceName };
  readonly allow: { readonly resource: SourceName };
}

export type LabVerb = keyof LabVerbs;

export const LAB_FAULTS = [
  "drop-watches",
  "stall",
  "resume",
  "garbage",
  "expire-history",
  "older-state",
  "refuse",
  "slow",
  "forbid",
  "allow",
] as const satisfies readonly LabVerb[];
export type LabFaultVerb = (typeof LAB_FAULTS)[number];
/** A fault, or its end, with the body of its verb. */
export type LabFault = { readonly [Verb in LabFaultVerb]: { readonly verb: Verb } & LabVerbs[Verb] }[LabFaultVerb];

/** The other commands. The key is the last part of the path, `POST /api/lab/<command>`; the value is the body. */
export interface LabCommands {
  /** Starts a scenario from the beginning, including the one that runs. */
  readonly story: { readonly name: string; readonly seed?: number };
  readonly play: { readonly speed?: number };
  readonly pause: Readonly<Record<string, never>>;
  /** Runs until the next step of the scenario is done, then pauses. */
  readonly step: Readonly<Record<string, never>>;
  /**
   * Returns to the step before the last completed one, or to the beginning, and pauses. The scenario is replayed up to
   * there.
   */
  readonly back: Readonly<Record<string, never>>;
  /** Runs for `ms` of cluster time, then pauses. */
  readonly advance: { readonly ms: number };
  /** Undoes the newest action that can be undone. */
  readonly undo: Readonly<Record<string, never>>;
}

export type LabCommand = keyof LabCommands;

/**
 * Parameters of a refused command, by the code of the ApiError. Any other code is the reason of the API server, with
 * its own message.
 */
export interface LabProblems {
  /** The ApiError also has the nearest names. */
  readonly StoryNotFound: { readonly name: string };
  readonly LessonNotFound: { readonly name: string };
  readonly NoMoreSteps: Readonly<Record<string, never>>;
  readonly AtTheBeginning: Readonly<Record<string, never>>;
  readonly TooFarIn: { readonly minutes: number };
  readonly NothingToUndo: Readonly<Record<string, never>>;
  readonly SoAlready: Readonly<Record<string, never>>;
  readonly StillEnding: { readonly what: string };
  readonly UnreadableManifest: { readonly detail: string };
  readonly EmptyManifest: Readonly<Record<string, never>>;
  /** Sizes in MB. */
  readonly ManifestTooLarge: { readonly size: number; readonly limit: number };
  /** Sizes in MB. The request has a manifest that is larger than the limit. */
  readonly RequestTooLarge: { readonly size: number; readonly limit: number };
  readonly ManifestWithoutField: { readonly where: string; readonly field: string };
  readonly ManifestWithoutName: { readonly where: string; readonly kind: string };
  readonly NoMatch: { readonly kind: string; readonly version: string };
  readonly ContainerNotFound: { readonly container: string; readonly present: string };
  readonly PodNotFound: { readonly daemonSet: string; readonly node: string };
  readonly StaticPodNotFound: { readonly node: string; readonly name: string };
  readonly TaintNotFound: { readonly node: string; readonly taint: string };
  readonly HistoryTooShort: { readonly secondsAgo: number };
  readonly BadFault: { readonly fault: string };
  readonly Unreachable: Readonly<Record<string, never>>;
  readonly UnknownField: { readonly command: string; readonly field: string };
  readonly MissingField: { readonly command: string; readonly field: string };
  readonly NotAName: { readonly command: string; readonly field: string };
  readonly NotOneOf: { readonly command: string; readonly field: string; readonly allowed: string };
  readonly BadCommand: { readonly command: string; readonly field: string; readonly rule: string };
}
export type LabProblemCode = keyof LabProblems;
