import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionsAnswer, RunActionRequest } from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { postJsonQuery } from "../../../data/api/post-json-query.ts";
import { postPreview } from "../../../data/api/post-preview.ts";
import { useClusterQuery } from "../../../data/api/use-cluster-query.ts";

/** The progress of one action, as this page knows it. */
export type PlanPhase =
  | { readonly kind: "planning" }
  | { readonly kind: "notPlanned"; readonly problem: Error }
  | { readonly kind: "planned"; readonly plan: ActionPlan }
  /**
   * On its way, or its response was lost and is requested again. A plan has one effect, regardless of the number of
   * requests.
   */
  | { readonly kind: "sending"; readonly plan: ActionPlan; readonly lost: string | undefined; readonly tries: number }
  | { readonly kind: "notSent"; readonly plan: ActionPlan; readonly problem: ApiProblem }
  | { readonly kind: "carriedOut"; readonly plan: ActionPlan; readonly record: ActionRecord };

const TRIES_AGAIN_MS = 1000;
const POLL_INTERVAL_MS = 700;
const MAX_TRIES = 60;

/** Reports whether a record may still change. Final states are not polled. */
const isUnderWay = ({ state }: ActionRecord): boolean =>
  state.kind === "sent" || state.kind === "accepted" || state.kind === "observed" || state.kind === "running" || state.kind === "unknown";

/** Returns the action runs, newest first. Polls every `pollMs` milliseconds while `enabled`. */
export function useActions(enabled: boolean, pollMs: number | false) {
  return useClusterQuery<ActionsAnswer>(PATHS.actions, {}, { enabled, pollMs, keepsPrevious: true });
}

/** Creates a plan, carries it out at most once and follows its progress. */
export function usePlan(question: ActionQuestion) {
  const [asked, setAsked] = useState({ question, at: 0 });
  const [phase, setPhase] = useState<PlanPhase>({ kind: "planning" });
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    setPhase({ kind: "planning" });
    postPreview<ActionPlan>(PATHS.actionPlan, JSON.stringify(asked.question), undefined, controller.signal).then(
      (plan) => setPhase({ kind: "planned", plan }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setPhase({ kind: "notPlanned", problem: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => controller.abort();
  }, [asked]);
  const send = async (plan: ActionPlan, typed: string | undefined, tries: number, lost: string | undefined): Promise<void> => {
    setPhase({ kind: "sending", plan, lost, tries });
    const order: RunActionRequest = { planId: plan.id, ...(typed === undefined ? {} : { typed }) };
    try {
      const record = await postJsonQuery<ActionRecord>(PATHS.actions, JSON.stringify(order), undefined);
      setPhase({ kind: "carriedOut", plan, record });
    } catch (error) {
      if (error instanceof ApiProblem && (error.status < 500 || error.code === "AuditNotWritten")) {
        setPhase({ kind: "notSent", plan, problem: error });
        return;
      }
      if (!isThere.current || tries >= MAX_TRIES) return;
      await new Promise((done) => setTimeout(done, TRIES_AGAIN_MS));
      if (isThere.current) await send(plan, typed, tries + 1, errorMessage(error));
    }
  };
  const known = phase.kind === "carriedOut" ? phase.record : undefined;
  const { data } = useActions(known !== undefined, known === undefined ? false : POLL_INTERVAL_MS);
  const record = known === undefined ? undefined : (data?.actions.find(({ id }) => id === known.id) ?? known);
  return {
    phase: phase.kind === "carriedOut" && record !== undefined ? { ...phase, record } : phase,
    isUnderWay: record !== undefined && isUnderWay(record),
    carryOut: (plan: ActionPlan, typed: string | undefined) => void send(plan, typed, 0, undefined),
    replan: () => setAsked((before) => ({ question: before.question, at: before.at + 1 })),
    plan: (next: ActionQuestion) => setAsked((before) => ({ question: next, at: before.at + 1 })),
  };
}
