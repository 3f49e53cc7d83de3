import type { ActionPlan, ActionRecord, ActionState } from "@daemonscope/shared/http/actions";
import type { ReactNode } from "react";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { daemonSetView, type View } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { copyText } from "../../../ui/announce/copy-text.ts";
import { CopyIcon } from "../../../ui/controls/CopyButton.tsx";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { closePlan } from "../requested-plan.ts";
import css from "./after-the-click.module.css";
import { BatchControls } from "./BatchControls.tsx";
import planCss from "./plan.module.css";
import { batchEndText, missingRule, noUndoWords, rightWords } from "./plan-text.ts";
import type { PlanPhase } from "./use-plan.ts";

type SentPhase = Extract<PlanPhase, { kind: "sending" | "notSent" | "carriedOut" }>;

interface ActionProgressProps {
  readonly phase: SentPhase;
  readonly isUnderWay: boolean;
  readonly stations: ReactNode;
  readonly onReplan: () => void;
  readonly onUndo: (record: ActionRecord) => void;
}

/** Reports whether the plan expired. Expiry does not mean that the object changed. */
const isPlanExpired = (state: ActionState): boolean => state.kind === "refused" && state.why === "conflict" && state.httpStatus === 410;

/** Returns the title and the explanation of a state. */
function stateText(
  state: ActionState,
  { asked, batch }: Pick<ActionRecord, "asked" | "batch">,
  dayMs: number,
  t: Translate,
): { readonly title: string; readonly lead: string } {
  switch (state.kind) {
    case "refused":
      if (asked?.happened === false) return { title: t("acting.askedNot.title"), lead: t("acting.askedNot.lead") };
      if (isPlanExpired(state)) return { title: t("acting.planOver.title"), lead: t("acting.planOver.lead") };
      if (state.changedBy !== undefined) {
        const { manager, atMs } = state.changedBy;
        const by = atMs === undefined ? "acting.refused.changedBy" : "acting.refused.changedByAt";
        const lead = t(by, { manager, time: atMs === undefined ? "" : momentText(atMs, dayMs, true) });
        return { title: t("acting.refused.conflict.title"), lead };
      }
      return { title: t(`acting.refused.${state.why}.title`), lead: t(`acting.refused.${state.why}.lead`) };
    case "partly": {
      const { done, of, ended } = state;
      // A batch that continues past failures leaves no pod untouched.
      const hasUntouched = batch === undefined || batch.some((pod) => pod.state === "untouched");
      const sentences = [
        ...(ended === undefined ? [] : [batchEndText(ended, t)]),
        ...(hasUntouched ? [t("acting.state.partly.lead")] : []),
      ];
      const lead = sentences.length === 0 ? "" : sentences.reduce((first, second) => t("model.twoSentences", { first, second }));
      return { title: t("acting.state.partly.title", { done, of }), lead };
    }
    case "running":
      return {
        title: t(state.paused ? "acting.state.paused" : "acting.state.running", { back: state.back, of: state.of }),
        lead: t("acting.state.runningLead"),
      };
    default:
      return { title: t(`acting.state.${state.kind}.title`), lead: t(`acting.state.${state.kind}.lead`) };
  }
}

/** Returns the state of an action that was sent, from the page's view. */
export function stateOf(phase: SentPhase): ActionState {
  if (phase.kind === "carriedOut") return phase.record.state;
  if (phase.kind === "sending")
    return phase.lost === undefined ? { kind: "sent" } : { kind: "unknown", message: phase.lost, tries: phase.tries };
  const { status, code, message } = phase.problem;
  const why = status === 403 ? "forbidden" : status === 409 || code === "PlanOver" ? "conflict" : status === 404 ? "notFound" : "invalid";
  return { kind: "refused", why, httpStatus: status, message };
}

function Fact({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className={css.factLine}>
      <dt>{head}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ phase, state }: { readonly phase: SentPhase; readonly state: ActionState }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const [request] = phase.plan.requests;
  const record = phase.kind === "carriedOut" ? phase.record : undefined;
  const sentAt = record?.stations.sent;
  return (
    <dl>
      {state.kind === "refused" && state.httpStatus !== undefined ? (
        <Fact head={t("acting.fact.answer")}>
          {state.webhook === undefined
            ? state.httpStatus
            : t("acting.fact.ofWebhook", { status: state.httpStatus, webhook: state.webhook })}
        </Fact>
      ) : null}
      {record?.asked === undefined ? null : (
        <Fact head={t("acting.fact.proof")}>
          <span lang="en">{record.asked.proof}</span>
        </Fact>
      )}
      {state.kind === "refused" ? (
        <Fact head={t("acting.head.effect")}>
          <b>{t("acting.effect.nothing")}</b>
        </Fact>
      ) : null}
      {state.kind === "unknown" ? (
        <>
          <Fact head={t("acting.fact.asking")}>{t("acting.fact.askingAgain", { count: state.tries + 1 })}</Fact>
          <Fact head={t("acting.fact.meanwhile")}>{t("acting.fact.nothingAgain")}</Fact>
        </>
      ) : null}
      {state.kind === "sent" && request !== undefined && "object" in request ? (
        <Fact head={t("acting.fact.request")}>
          <code>{`${request.kind} ${request.object.resource}/${request.object.name}`}</code>
        </Fact>
      ) : null}
      {record === undefined || sentAt === undefined || state.kind === "refused" ? null : (
        <Fact head={t("acting.fact.written")}>
          {[t("acting.actions.title"), momentText(sentAt, dayMs, true), record.who].filter(Boolean).join(t("model.listComma"))}
        </Fact>
      )}
    </dl>
  );
}

/** Links to the page that shows how the object changed after the plan. */
function WhatChanged({ plan }: { readonly plan: ActionPlan }) {
  const { t } = useTranslation();
  const [request] = plan.requests;
  if (request === undefined || !("object" in request) || request.object.resource === "pods") return null;
  const { resource, namespace = "", name } = request.object;
  const view: View = resource === "nodes" ? { page: "node", name } : { ...daemonSetView(`${namespace}/${name}`), section: "changes" };
  return (
    <span onClickCapture={closePlan}>
      <ViewLink className="btn" view={view}>
        {t("acting.showChanged")}
      </ViewLink>
    </span>
  );
}

function NextSteps({
  phase,
  state,
  isUnderWay,
  onReplan,
  onUndo,
}: Omit<ActionProgressProps, "stations"> & { readonly state: ActionState }) {
  const { t } = useTranslation();
  const record = phase.kind === "carriedOut" ? phase.record : undefined;
  const kubectl = phase.plan.kubectl;
  if (state.kind === "sent") return <p className="i3">{t("acting.closingStopsNothing")}</p>;
  if (state.kind === "unknown") return <p className="i3">{t("acting.closedUntilKnown")}</p>;
  const denied = phase.plan.rights.filter(({ allowed }) => !allowed);
  return (
    <>
      {record === undefined ? null : <BatchControls record={record} />}
      {state.kind === "refused" && (state.why === "conflict" || state.why === "busy" || state.why === "unreachable") ? (
        <button type="button" className={planCss.go} onClick={onReplan}>
          {t(state.why === "conflict" ? "acting.planAgain" : "acting.sendAgain")}
        </button>
      ) : null}
      {state.kind === "refused" && state.why === "conflict" && !isPlanExpired(state) ? <WhatChanged plan={phase.plan} /> : null}
      {state.kind === "refused" && state.why === "forbidden" && denied.length > 0 ? (
        <button
          type="button"
          className="btn"
          title={denied.map((right) => rightWords(right, t)).join("\n")}
          onClick={() => void copyText(missingRule(denied))}
        >
          <CopyIcon /> {t("acting.copyRule")}
        </button>
      ) : null}
      {state.kind === "refused" && kubectl !== undefined ? (
        <button type="button" className="btn" onClick={() => void copyText(kubectl)}>
          {t("acting.copyKubectl")}
        </button>
      ) : null}
      {record?.undo.kind === "steps" && state.kind !== "refused" ? (
        <>
          <button type="button" className="btn" data-undo onClick={() => onUndo(record)}>
            {t("acting.undo.this")}
          </button>
          <span className="i3">{t("acting.undo.until")}</span>
        </>
      ) : null}
      {record?.undo.kind === "none" && state.kind !== "refused" ? <span className="i3">{noUndoWords(record.undo, t)}</span> : null}
      {isUnderWay ? null : (
        <button type="button" className="btn" onClick={closePlan}>
          {t("acting.close")}
        </button>
      )}
    </>
  );
}

/** The progress of the action: five stations, the server's message if it refused, and the next steps. */
export function ActionProgress(props: ActionProgressProps) {
  const { phase, stations } = props;
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const state = stateOf(phase);
  const { title, lead } = stateText(state, phase.kind === "carriedOut" ? phase.record : {}, dayMs, t);
  // A message that the page already translated is not repeated.
  const message = "message" in state && !("ended" in state) ? state.message : undefined;
  return (
    <div className={css.after} data-action-state={state.kind}>
      <h3 role="status">{title}</h3>
      <p className="i2">{lead}</p>
      {stations}
      {message === undefined || message === "" ? null : <blockquote lang="en">{message}</blockquote>}
      <Facts phase={phase} state={state} />
      <div className={planCss.buttons}>
        <NextSteps {...props} state={state} />
      </div>
    </div>
  );
}
