import type { InEachLanguage } from "@daemonscope/kube/languages";
import type { SourceName } from "../source-status.ts";

/** A story that the lab can play. */
export interface LabStory {
  readonly name: string;
  readonly title: InEachLanguage;
  /** The cluster before anything happens. */
  readonly opening: InEachLanguage;
  /** Path of the page that shows it best, below the page's base. */
  readonly opensOn: string;
  /** Pages about one side of a cluster on which it shows something. */
  readonly fits: readonly ("taints" | "labels")[];
}

/** Something that the story does by itself at a time. */
export interface LabStep {
  readonly name: string;
  /** Counts from 0 in stories that go round; absent for steps that happen once. */
  readonly round?: number;
  /** Cluster time, in milliseconds. */
  readonly dueAtMs: number;
  readonly kubectl: string;
  readonly done: boolean;
  /** Absent when nobody wrote them. */
  readonly words?: InEachLanguage;
}

/** What was done: through the API by a command, or to the API server itself. */
export type LabDone =
  | { readonly kind: "kubectl" /** The command that would have done it. */; readonly line: string }
  | { readonly kind: "fault"; readonly fault: LabFault };

/** Something that a person did in the lab. */
export type LabAction = LabDone & {
  /** Counts from 1 in a story. */
  readonly id: number;
  /** Cluster time, in milliseconds. */
  readonly atMs: number;
  /** `never`: what went cannot be brought back. */
  readonly undo: "possible" | "done" | "never";
  /** The command that would have taken it back, once it was. */
  readonly undoneBy?: string;
};

/** How the lab stands now. Answer of GET /api/lab-now and of every command. */
export interface LabNow {
  readonly story: string;
  readonly seed: number;
  /** How often a story was begun here, by whomever: another number is another cluster. */
  readonly begun: number;
  /** By time. */
  readonly steps: readonly LabStep[];
  /** It goes round: when all steps are done, others come. */
  readonly goesOn: boolean;
  readonly clock: {
    readonly playing: boolean;
    /** Cluster seconds in a real one, while it plays. */
    readonly speed: number;
    readonly nowMs: number;
    /** When the story began. */
    readonly startedAtMs: number;
  };
  /** Newest first; the last twenty. */
  readonly actions: readonly LabAction[];
}

/** Answer of GET /api/lab. */
export interface LabAnswer {
  readonly stories: readonly LabStory[];
  readonly now: LabNow;
}

/** What becomes of the pods of a new image. `good` ones get ready. */
export const LAB_IMAGE_KINDS = ["good", "missing", "crash", "unready", "breaks-node", "slow"] as const;
export type LabImageKind = (typeof LAB_IMAGE_KINDS)[number];

export const LAB_REFUSALS = [429, 500, 503] as const;

/** How old a backup may be, in seconds of cluster time: further back the API server's history may not reach. */
export const LAB_BACKUP_SECONDS = 60;
/** How wrong a node's clock may be, in seconds. */
export const LAB_SKEW_SECONDS = 3600;

/** What a person can do in the lab, by the last part of its path, `POST /api/lab/do/<verb>`, with these bodies. */
export interface LabVerbs {
  /** A node like another one; named after it when no name is given. */
  readonly "add-node": { readonly name?: string; readonly like?: string };
  readonly "remove-node": { readonly node: string };
  /** Without a value the label goes. */
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
  /** `notReady`: its kubelet says so; `silent`: its kubelet says nothing any more. */
  readonly "break-node": { readonly node: string; readonly how: "notReady" | "silent" };
  readonly "heal-node": { readonly node: string };
  /** Of the first container, when none is named. */
  readonly "set-image": {
    readonly namespace: string;
    readonly daemonSet: string;
    readonly kind: LabImageKind;
    readonly container?: string;
  };
  /** YAML or JSON, one or several documents. */
  readonly apply: { readonly manifest: string };
  readonly "delete-pod": { readonly namespace: string; readonly daemonSet: string; readonly node: string };
  readonly "delete-daemonset": { readonly namespace: string; readonly daemonSet: string; readonly orphan?: boolean };
  /** Open watches are reset, or end cleanly. */
  readonly "drop-watches": { readonly resource?: SourceName; readonly how: "reset" | "end" };
  readonly stall: { readonly resource?: SourceName };
  readonly resume: { readonly resource?: SourceName };
  /** A line that is no event. */
  readonly garbage: { readonly resource?: SourceName };
  /** The history is forgotten, and the watches are reset so that it shows. */
  readonly "expire-history": Readonly<Record<never, never>>;
  /** The API server comes back from a backup of so many seconds of cluster time ago: what was written since is lost, and its versions are given out again. */
  readonly "older-state": { readonly secondsAgo: number };
  /** The clock of a node, or of every node, is so many seconds ahead of the cluster's, or behind when negative; 0 heals. */
  readonly "skew-clock": { readonly node?: string; readonly seconds: number };
  /** The next watches of a kind are refused. */
  readonly refuse: { readonly resource: SourceName; readonly status: (typeof LAB_REFUSALS)[number]; readonly times: number };
  /** Every answer of the API server waits so long, and everything is listed anew. 0 heals. */
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
/** A fault, or its end, by its verb and what it was asked for. */
export type LabFault = { readonly [Verb in LabFaultVerb]: { readonly verb: Verb } & LabVerbs[Verb] }[LabFaultVerb];

/** The other commands, by the last part of their path, `POST /api/lab/<command>`, with these bodies. */
export interface LabCommands {
  /** Begins a story from its start, also the one that plays. */
  readonly story: { readonly name: string; readonly seed?: number };
  readonly play: { readonly speed?: number };
  readonly pause: Readonly<Record<string, never>>;
  /** Time passes until the story's next step is done, and stands. */
  readonly step: Readonly<Record<string, never>>;
  /** To the step before the last one that was done, or to the beginning, and stands: the story is played anew up to there. */
  readonly back: Readonly<Record<string, never>>;
  /** So much time passes, and stands. */
  readonly advance: { readonly ms: number };
  /** Takes the newest action back that can be. */
  readonly undo: Readonly<Record<string, never>>;
}

export type LabCommand = keyof LabCommands;

/** Why a command was refused, by the ApiError's code, with what its sentence names. Any other code is the API server's own reason, and the message its own words. */
export interface LabProblems {
  /** Its nearest names stand beside. */
  readonly StoryNotFound: { readonly name: string };
  readonly NoMoreSteps: Readonly<Record<string, never>>;
  readonly AtTheBeginning: Readonly<Record<string, never>>;
  readonly TooFarIn: { readonly minutes: number };
  readonly NothingToUndo: Readonly<Record<string, never>>;
  readonly SoAlready: Readonly<Record<string, never>>;
  readonly StillEnding: { readonly what: string };
  readonly UnreadableManifest: { readonly detail: string };
  readonly EmptyManifest: Readonly<Record<string, never>>;
  readonly ManifestWithoutField: { readonly where: string; readonly field: string };
  readonly ManifestWithoutName: { readonly where: string; readonly kind: string };
  readonly NoMatch: { readonly kind: string; readonly version: string };
  readonly ContainerNotFound: { readonly container: string; readonly present: string };
  readonly PodNotFound: { readonly daemonSet: string; readonly node: string };
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
