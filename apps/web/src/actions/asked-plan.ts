import type { ActionQuestion } from "@daemonscope/shared/http/acting";
import { useSyncExternalStore } from "react";

/** What somebody wants to do, and how it is called. */
export interface AskedPlan {
  /** Another for each time it is asked. */
  readonly id: number;
  readonly question: ActionQuestion;
  readonly title: string;
  /** What the button says that does it: a verb, never OK. */
  readonly verb: string;
}

const listeners = new Set<() => void>();
let asked: AskedPlan | undefined;
let count = 0;

function tell(next: AskedPlan | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the plan of an action beside the page. Nothing is sent by it: that is confirmed there. Not in the address: a plan is of this moment, and made anew for whoever opens the link. */
export const askForPlan = (plan: Omit<AskedPlan, "id">): void => tell({ ...plan, id: ++count });

export const closePlan = (): void => tell(undefined);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAskedPlan = (): AskedPlan | undefined => useSyncExternalStore(subscribe, () => asked);
