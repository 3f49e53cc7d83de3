import type { PlannedRequest } from "@daemonscope/daemonset/actions/planned-request";
import type { Step } from "@daemonscope/daemonset/actions/step";
import type { WhatIfAnswer } from "./what-if.ts";

/** Whether whoever asks may act here at all. GET `/api/acting`. `readOnly`: started without `--allow-writes`. `remote`: nobody signs in, and the asker is not on this machine.
 *  `recorded`: nothing is there that could be written to. `noToken`: a proxy or a provider signs people in, and there is no token of theirs that the cluster would take.
 *  `simulated`: acts reach the simulated cluster of this process only. */
export type ActingAnswer =
  | { readonly kind: "no"; readonly why: "readOnly" | "remote" | "recorded" | "noToken" }
  | { readonly kind: "yes"; readonly as: string | undefined; readonly simulated: boolean };

/** What somebody wants to do. */
export interface ActionQuestion {
  readonly steps: readonly Step[];
  /** Pods are deleted so many at a time, each wave when those before are back and available; ends at the first that fails where `stopAtFailure`. */
  readonly batch?: { readonly atOnce: number; readonly stopAtFailure: boolean };
  /** Of a manifest: fields that others manage are taken over; else the API server refuses with their names. */
  readonly force?: boolean;
  /** A Kubernetes Event is written on the object as well. */
  readonly event?: boolean;
  /** The action that this takes back. */
  readonly undoes?: string;
}

/** A right that the action needs, as the API server answered a review of it. */
export interface NeededRight {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly allowed: boolean;
  /** Without it the action is done all the same, and no Event tells of it. */
  readonly isForEvent?: boolean;
}

/** A field that a request changes, as text; undefined: it is not there. What may be secret is hidden. */
export interface ChangedField {
  /** `nodes/worker-01`. */
  readonly object: string;
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** The server's own dry run. `unasked`: it was not tried, and why, as the server or the way to it says. */
export type DryRun =
  | { readonly kind: "accepted"; readonly atMs: number; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly atMs: number; readonly httpStatus: number; readonly message: string }
  | { readonly kind: "unasked"; readonly message: string };

/** Why nothing takes an action back: `podsAreMadeAnew`: a deleted pod stays deleted. `notKnown`: what was there before is not known whole. `unclear`: it is not known yet whether it was done. `leftUnknown`: how it left the
 *  objects is not written down. `gone`, `changed`: the object, since. */
export type WhyNoUndo = "nothingChanges" | "podsAreMadeAnew" | "notKnown" | "nothingDone" | "unclear" | "leftUnknown" | "gone" | "changed";

/** `code` is absent in what was written down before there were codes. */
export interface NoUndo {
  readonly kind: "none";
  readonly code?: WhyNoUndo;
  /** `logging/fluent-bit`, or a node. */
  readonly about?: string;
  readonly why: string;
}

/** Why a plan that says so does not take an action back: beside the reasons why nothing does, that there is none (that is shown to who asks), that it was done, or that other steps do. */
export interface NotItsUndo {
  readonly code?: WhyNoUndo | "noAction" | "undone" | "otherSteps";
  readonly about?: string;
  readonly why: string;
}

/** POST `/api/actions/plan`. Nothing is sent yet but dry runs and reviews. A plan is kept for ten minutes, and carried out once. */
export interface ActionPlan {
  readonly id: string;
  readonly atMs: number;
  readonly question: ActionQuestion;
  readonly effect: WhatIfAnswer;
  readonly requests: readonly PlannedRequest[];
  readonly fields: readonly ChangedField[];
  readonly dryRun: DryRun;
  readonly rights: readonly NeededRight[];
  /** Does what the plan does, at once; undefined where no line does, as of deletions in waves, or where none could be read. */
  readonly kubectl: string | undefined;
  /** What takes it back; absent where nothing does, with the reason. */
  readonly undo: { readonly kind: "steps"; readonly steps: readonly Step[] } | NoUndo;
  /** Above a tenth of the nodes, or with a critical priority class: its name is typed. */
  readonly confirm:
    | { readonly kind: "button" }
    | { readonly kind: "typed"; readonly name: string; readonly nodePercent: number; readonly priorityClass?: string };
}

/** What ended deletions in waves. `node`: where the next pod fails, or is not available after 15 minutes. */
export type BatchEnd = { readonly kind: "somebody" | "server" } | { readonly kind: "podFails" | "podLate"; readonly node: string };

/** How far an action is. Stations in order; the last one that was reached is the state.
 *  `unknown`: the connection broke after sending; it is being asked whether it happened. */
export type ActionState =
  | { readonly kind: "sent" }
  /** `wants`: the generation that the controller has to see, and the one that it has seen. */
  | { readonly kind: "accepted"; readonly wants?: { readonly generation: number; readonly observed: number } }
  | { readonly kind: "observed" }
  | { readonly kind: "done" }
  /** A batch goes on: so many are back and available. */
  | { readonly kind: "running"; readonly back: number; readonly of: number; readonly paused: boolean }
  | { readonly kind: "unknown"; readonly message: string; readonly tries: number }
  /** Nothing was done. `by`: which check or server said so. */
  | {
      readonly kind: "refused";
      readonly why: "conflict" | "forbidden" | "invalid" | "notFound" | "busy" | "unreachable";
      readonly httpStatus?: number;
      /** In the server's own words, where it said something. */
      readonly message: string;
      /** Of a conflict: who wrote to the object since it was seen, as its managed fields tell. */
      readonly changedBy?: { readonly manager: string; readonly atMs?: number };
      /** An admission webhook refused it, by this name. */
      readonly webhook?: string;
    }
  /** Some of several objects were changed and the rest were not; or a batch ended before its end, and `ended` says by what: absent where the server's own words do, in the message. */
  | { readonly kind: "partly"; readonly done: number; readonly of: number; readonly message: string; readonly ended?: BatchEnd };

/** One line of the audit. GET `/api/actions` lists them, newest first. */
export interface ActionRecord {
  readonly id: string;
  readonly planId: string;
  readonly who: string | undefined;
  /** Values of a manifest that may be secret are hidden. */
  readonly question: ActionQuestion;
  readonly kubectl: string | undefined;
  readonly state: ActionState;
  /** After the answer was lost: whether it happened, and by which sign. */
  readonly asked?: { readonly happened: boolean; readonly proof: string };
  /** What is to be sent, in order: `PATCH daemonsets/fluent-bit`; once it is over, only what was. */
  readonly sent: readonly string[];
  /** When each station was reached, in milliseconds since the epoch. */
  readonly stations: Readonly<Partial<Record<"planned" | "sent" | "accepted" | "observed" | "done", number>>>;
  /** Steps that take it back while that is true; else why not. */
  readonly undo: { readonly kind: "steps"; readonly steps: readonly Step[] } | NoUndo | { readonly kind: "undone"; readonly byId: string };
  /** Kubernetes Events that tell of it, where they were asked for; `problem`: why some were not written. */
  readonly event?: { readonly written: number; readonly problem?: string };
  /** Pods of a batch in their order. */
  readonly batch?: readonly {
    readonly pod: string;
    readonly node: string;
    readonly state: "waits" | "deleted" | "back" | "failed" | "untouched";
  }[];
}

export interface ActionsAnswer {
  readonly actions: readonly ActionRecord[];
}

/** POST `/api/actions`. The same plan twice has one effect, and the same record. */
export interface CarryOut {
  readonly planId: string;
  /** What was typed, where the plan asks for it. */
  readonly typed?: string;
}

/** POST `/api/actions/batch`: what becomes of one that runs. */
export interface SteerBatch {
  readonly id: string;
  readonly to: "pause" | "goOn" | "end";
}
