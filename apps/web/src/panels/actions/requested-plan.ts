import { Signal } from "@daemonscope/kube/base/signal";
import type { ActionQuestion } from "@daemonscope/shared/http/actions";
import { useSyncExternalStore } from "react";

/** An action that the user requested, and its name. */
export interface RequestedPlan {
  /** Unique for each request. */
  readonly id: number;
  readonly question: ActionQuestion;
  readonly title: string;
  /** The label of the confirming button: a verb, never OK. */
  readonly verb: string;
}

const changed = new Signal();
let current: RequestedPlan | undefined;
let count = 0;

function publish(next: RequestedPlan | undefined): void {
  current = next;
  changed.emit();
}

/**
 * Opens the plan of an action in a side panel. Sends nothing: the user confirms it there. The plan is not in the URL,
 * because it belongs to one moment, and each opened link would need a new plan.
 */
export const requestPlan = (plan: Omit<RequestedPlan, "id">): void => publish({ ...plan, id: ++count });

export const closePlan = (): void => publish(undefined);

export const useRequestedPlan = (): RequestedPlan | undefined => useSyncExternalStore(changed.subscribe, () => current);
