import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { PlannedRequest } from "@daemonscope/daemonset/actions/planned-request";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { WhatIfAnswer } from "./what-if.ts";

/**
 * Whether the caller may change the cluster. GET `/api/acting`. `readOnly`: started without `--allow-writes`; `remote`:
 * no sign-in is configured, and the caller is on another machine; `recorded`: a recording has no cluster; `noToken`: a
 * proxy or a provider authenticates users, and there is no user token for the cluster; `simulated`: writes reach only
 * the simulated cluster of this process.
 */
export type WriteAccessAnswer =
  | { readonly kind: "no"; readonly why: "readOnly" | "remote" | "recorded" | "noToken" }
  | { readonly kind: "yes"; readonly as: string | undefined; readonly simulated: boolean };

/** A requested action. */
export interface ActionQuestion {
  readonly steps: readonly Step[];
  /**
   * Deletes `atOnce` pods per wave. The next wave starts when the replacements of the last one are available. With
   * `stopAtFailure` the first failure ends the batch.
   */
  readonly batch?: { readonly atOnce: number; readonly stopAtFailure: boolean };
  /** For a manifest: takes over fields of other managers. Without it the API server refuses and names them. */
  readonly force?: boolean;
  /** Also writes a Kubernetes Event on the object. */
  readonly event?: boolean;
  /** The action that this one reverts. */
  readonly undoes?: string;
}

/** A right that the action needs, with the review result of the API server. */
export interface RequiredPermission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly allowed: boolean;
  /** Needed only for the Event: without it the action runs, and no Event reports it. */
  readonly isForEvent?: boolean;
}

/** A field that a request changes, as text; undefined if the field is missing. Possible secrets are hidden. */
export interface ChangedField {
  /** `nodes/worker-01`. */
  readonly object: string;
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** The result of the server-side dry run. `unasked`: the dry run was not tried; `message` gives the reason. */
export type DryRun =
  | { readonly kind: "accepted"; readonly atMs: number; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly atMs: number; readonly httpStatus: number; readonly message: string }
  | { readonly kind: "unasked"; readonly message: string };

/**
 * Why an action cannot be reverted. `podsAreMadeAnew`: a deleted pod stays deleted; `notKnown`: the earlier state is
 * not completely known; `unclear`: the outcome of the action is still unknown; `leftUnknown`: the state after the
 * action was not recorded; `gone`, `changed`: the object was deleted or changed since.
 */
export type WhyNoUndo = "nothingChanges" | "podsAreMadeAnew" | "notKnown" | "nothingDone" | "unclear" | "leftUnknown" | "gone" | "changed";

/** `code` is absent in records from before codes existed. */
export interface NoUndo {
  readonly kind: "none";
  readonly code?: WhyNoUndo;
  /** `logging/fluent-bit`, or a node. */
  readonly about?: string;
  readonly why: string;
}

/**
 * Why a plan does not revert the action that it names. Besides the reasons of `WhyNoUndo`: no such action is visible to
 * the caller, it was reverted already, or other steps revert it.
 */
export interface UndoMismatch {
  readonly code?: WhyNoUndo | "noAction" | "undone" | "otherSteps";
  readonly about?: string;
  readonly why: string;
}

/**
 * POST `/api/actions/plan`. The server sends only dry runs and reviews. A plan is kept for ten minutes, and runs once.
 */
export interface ActionPlan {
  readonly id: string;
  readonly atMs: number;
  readonly question: ActionQuestion;
  readonly effect: WhatIfAnswer;
  readonly requests: readonly PlannedRequest[];
  readonly fields: readonly ChangedField[];
  readonly dryRun: DryRun;
  readonly rights: readonly RequiredPermission[];
  /**
   * A command with the same effect, executed at once. Undefined if no command has that effect, such as for deletions in
   * waves, or if the object was unreadable.
   */
  readonly kubectl: string | undefined;
  /** The steps that revert the action, or the reason why none do. */
  readonly undo: { readonly kind: "steps"; readonly steps: readonly Step[] } | NoUndo;
  /**
   * For more than a tenth of the nodes, or a critical priority class, the user types the name. If a controller replaces
   * the pods, the user types the name of the controller.
   */
  readonly confirm:
    | { readonly kind: "button" }
    | {
        readonly kind: "typed";
        readonly name: string;
        readonly nodePercent: number;
        readonly priorityClass?: string;
        readonly controller?: UpgradeController;
      };
}

/**
 * The cause that ended deletions in waves. `node`: the node of the pod that fails, or is not available after 15
 * minutes.
 */
export type BatchEnd = { readonly kind: "somebody" | "server" } | { readonly kind: "podFails" | "podLate"; readonly node: string };

/**
 * The state of an action. `sent`, `accepted`, `observed` and `done` are stages in this order; the state is the last one
 * that was reached. `running` is a batch under way. `refused` and `partly` end an action. `unknown`: the connection
 * broke after sending, and the server is checking whether the action took effect.
 */
export type ActionState =
  | { readonly kind: "sent" }
  /** `wants`: the generation that the controller must observe, and the one that it has observed. */
  | { readonly kind: "accepted"; readonly wants?: { readonly generation: number; readonly observed: number } }
  | { readonly kind: "observed" }
  | { readonly kind: "done" }
  /** A batch is running: number of replaced pods that are available. */
  | { readonly kind: "running"; readonly back: number; readonly of: number; readonly paused: boolean }
  | { readonly kind: "unknown"; readonly message: string; readonly tries: number }
  /** Nothing was changed. `why`: the check or the server answer that refused it. */
  | {
      readonly kind: "refused";
      readonly why: "conflict" | "forbidden" | "invalid" | "notFound" | "busy" | "unreachable";
      readonly httpStatus?: number;
      /** In the words of the server, if it gave any. */
      readonly message: string;
      /** For a conflict: who wrote to the object since it was read, from its managed fields. */
      readonly changedBy?: { readonly manager: string; readonly atMs?: number };
      /** Name of the admission webhook that refused the request. */
      readonly webhook?: string;
    }
  /**
   * Some of several objects were changed, or a batch ended early. `ended` gives the cause; absent if the message has
   * the words of the server.
   */
  | { readonly kind: "partly"; readonly done: number; readonly of: number; readonly message: string; readonly ended?: BatchEnd };

/** One entry of the audit log. GET `/api/actions` lists entries, newest first. */
export interface ActionRecord {
  readonly id: string;
  readonly planId: string;
  readonly who: string | undefined;
  /** Possible secrets in a manifest are hidden. */
  readonly question: ActionQuestion;
  readonly kubectl: string | undefined;
  readonly state: ActionState;
  /** After the answer was lost: whether the action took effect, and the evidence. */
  readonly asked?: { readonly happened: boolean; readonly proof: string };
  /** Requests in order: `PATCH daemonsets/fluent-bit`. After the end of the action only the requests that were sent. */
  readonly sent: readonly string[];
  /** When each stage was reached, in milliseconds since the epoch. */
  readonly stations: Readonly<Partial<Record<"planned" | "sent" | "accepted" | "observed" | "done", number>>>;
  /** Steps that revert the action while that is possible; otherwise the reason. */
  readonly undo: { readonly kind: "steps"; readonly steps: readonly Step[] } | NoUndo | { readonly kind: "undone"; readonly byId: string };
  /** Kubernetes Events about the action, if they were requested. `problem`: why some were not written. */
  readonly event?: { readonly written: number; readonly problem?: string };
  /** Pods of a batch, in order. */
  readonly batch?: readonly {
    readonly pod: string;
    readonly node: string;
    readonly state: "waits" | "deleted" | "back" | "failed" | "untouched";
  }[];
}

export interface ActionsAnswer {
  readonly actions: readonly ActionRecord[];
}

/** POST `/api/actions`. Sending the same plan twice has one effect and returns the same record. */
export interface RunActionRequest {
  readonly planId: string;
  /** The typed name, if the plan requires one. */
  readonly typed?: string;
}

/** POST `/api/actions/batch`: controls a running batch. */
export interface BatchControlRequest {
  readonly id: string;
  readonly to: "pause" | "goOn" | "end";
}
