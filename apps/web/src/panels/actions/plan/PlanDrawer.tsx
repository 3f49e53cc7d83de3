import type { ActionPlan, ActionRecord } from "@daemonscope/shared/http/actions";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { CloseIcon } from "../../../ui/controls/icons.tsx";
import { useFocusReturn } from "../../../ui/drawer/use-focus-return.ts";
import { useCommand } from "../../../ui/keys/use-command.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { closePlan, type RequestedPlan } from "../requested-plan.ts";
import { ActionProgress, stateOf } from "./ActionProgress.tsx";
import { Confirm } from "./Confirm.tsx";
import { PlanLines } from "./PlanLines.tsx";
import { ProgressSteps } from "./ProgressSteps.tsx";
import css from "./plan.module.css";
import { mayPlanAgain, notPlannedWords, planSummary } from "./plan-text.ts";
import { type PlanPhase, usePlan } from "./use-plan.ts";

/** Returns the stations that are known before a record exists. */
const plannedStations = (plan: ActionPlan): ActionRecord["stations"] => ({ planned: plan.atMs });

function Lead({ phase }: { readonly phase: PlanPhase }) {
  const { t } = useTranslation();
  switch (phase.kind) {
    case "planning":
      return <p role="status">{t("acting.planning")}</p>;
    case "notPlanned":
      return (
        <p role="alert" data-tone="bad">
          {phase.problem instanceof ApiProblem ? notPlannedWords(phase.problem, t) : t("acting.noServer")}
        </p>
      );
    case "planned":
      return (
        <p>
          <b>{planSummary(phase.plan, t)}</b> <span className="i2">{t("acting.nothingSent")}</span>
        </p>
      );
    default:
      return null;
  }
}

/**
 * The plan of one action in a side panel: its effect, requests, undo and confirmation. After the click it shows the
 * progress.
 */
export function PlanDrawer({ requested }: { readonly requested: RequestedPlan }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const { phase, isUnderWay, carryOut, replan, plan: planOther } = usePlan(requested.question);
  const [isUndoing, setUndoing] = useState(false);
  // The undo of an undo is the action itself.
  const [title, verb] = !isUndoing
    ? [requested.title, requested.verb]
    : [t("acting.undo.title", { what: requested.title }), t("acting.undo.verb")];
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusReturn();
  useEffect(() => heading.current?.focus(), []);
  useCommand("up", closePlan);
  const isAfter = phase.kind === "sending" || phase.kind === "notSent" || phase.kind === "carriedOut";
  return (
    <aside className={css.plan} aria-label={title} data-plan={phase.kind} data-drawer>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <span>{title}</span>
          <span className="grow" />
          <button type="button" className="iconbtn" aria-label={t("acting.close")} onClick={closePlan}>
            <CloseIcon />
          </button>
        </h2>
        <Lead phase={phase} />
      </header>
      {phase.kind === "planned" ? (
        <>
          <div className={css.scrolls}>
            <PlanLines plan={phase.plan} />
          </div>
          <Confirm plan={phase.plan} verb={verb} onConfirm={(typed) => carryOut(phase.plan, typed)} />
        </>
      ) : null}
      {isAfter ? (
        <ActionProgress
          phase={phase}
          isUnderWay={isUnderWay}
          stations={
            <ProgressSteps
              stations={
                phase.kind === "carriedOut" ? { ...plannedStations(phase.plan), ...phase.record.stations } : plannedStations(phase.plan)
              }
              state={stateOf(phase)}
            />
          }
          onReplan={replan}
          onUndo={(record) => {
            if (record.undo.kind !== "steps") return;
            setUndoing(!isUndoing);
            planOther({ steps: record.undo.steps, undoes: record.id });
          }}
        />
      ) : null}
      {phase.kind === "notPlanned" ? (
        <div className={css.buttons}>
          {mayPlanAgain(phase.problem) ? (
            <button type="button" className="btn" onClick={replan}>
              {t("acting.planAgain")}
            </button>
          ) : null}
          <button type="button" className="btn" onClick={closePlan}>
            {t("acting.close")}
          </button>
        </div>
      ) : null}
      <span className="visually-hidden" role="status">
        {phase.kind === "planned" ? t("acting.plannedAt", { time: momentText(phase.plan.atMs, dayMs, true) }) : ""}
      </span>
    </aside>
  );
}
