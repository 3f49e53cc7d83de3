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
   * The request is in flight, or its response was lost and the request is repeated. The server carries out a plan at
   * most once.
   */
  | { readonly kind: "sending"; readonly plan: ActionPlan; readonly lost: string | undefined; readonly tries: number }
  | { readonly kind: "notSent"; readonly plan: ActionPlan; readonly problem: ApiProblem }
  | { readonly kind: "carriedOut"; readonly plan: ActionPlan; readonly record: ActionRecord };

/** Interval and (`MAX_TRIES`) number of retries of a request whose response was lost. */
const RETRY_INTERVAL_MS = 1000;
const POLL_INTERVAL_MS = 700;

/** Reports whether a record may still change. Final states are not polled. */
const isUnderWay = ({ state }: ActionRecord): boolean =>
  state.kind === "sent" || state.kind === "accepted" || state.kind === "observed" || state.kind === "running" || state.kind === "unknown";

/** Returns the action runs, newest first. Polls every `pollMs` milliseconds while `enabled`. */
export function useActions(enabled: boolean, pollMs: number | false) {
  return useClusterQuery<ActionsAnswer>(PATHS.actions, {}, { enabled, pollMs, keepsPrevious: true });
}

/** Creates a plan, carries it out at most once and follows its progress. */
export function usePlan(question: ActionQuestion) {
  const [planned, setPlanned] = useState({ question, at: 0 });
  const [phase, setPhase] = useState<PlanPhase>({ kind: "planning" });
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    setPhase({ kind: "planning" });
    postPreview<ActionPlan>(PATHS.actionPlan, JSON.stringify(planned.question), undefined, controller.signal).then(
      (plan) => setPhase({ kind: "planned", plan }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setPhase({ kind: "notPlanned", problem: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => controller.abort();
  }, [planned]);
  const send = async (plan: ActionPlan, typed: string | undefined, tries: number, lost: string | undefined): Promise<void> => {
    setPhase({ kind: "sending", plan, lost, tries });
    const request: RunActionRequest = { planId: plan.id, ...(typed === undefined ? {} : { typed }) };
    try {
      const record = await postJsonQuery<ActionRecord>(PATHS.actions, JSON.stringify(request), undefined);
      setPhase({ kind: "carriedOut", plan, record });
    } catch (error) {
      if (error instanceof ApiProblem && (error.status < 500 || error.code === "AuditNotWritten")) {
        setPhase({ kind: "notSent", plan, problem: error });
        return;
      }
      await new Promise((done) => setTimeout(done, RETRY_INTERVAL_MS));
      if (isMounted.current) await send(plan, typed, tries + 1, errorMessage(error));
    }
  };
  const sentRecord = phase.kind === "carriedOut" ? phase.record : undefined;
  const { data } = useActions(sentRecord !== undefined, sentRecord === undefined ? false : POLL_INTERVAL_MS);
  const record = sentRecord === undefined ? undefined : (data?.actions.find(({ id }) => id === sentRecord.id) ?? sentRecord);
  return {
    phase: phase.kind === "carriedOut" && record !== undefined ? { ...phase, record } : phase,
    isUnderWay: record !== undefined && isUnderWay(record),
    carryOut: (plan: ActionPlan, typed: string | undefined) => void send(plan, typed, 0, undefined),
    replan: () => setPlanned((before) => ({ question: before.question, at: before.at + 1 })),
    plan: (next: ActionQuestion) => setPlanned((before) => ({ question: next, at: before.at + 1 })),
  };
}
