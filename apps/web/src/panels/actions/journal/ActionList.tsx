import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { EmptyState } from "../../../ui/empty/EmptyState.tsx";
import { stepsPhraseText } from "../../../words/facts/step-phrase.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { PlanButton } from "../PlanButton.tsx";
import { noUndoWords } from "../plan/plan-text.ts";
import css from "./action-list.module.css";

/** Formats the result of an action in a few words. */
function resultWords({ state, asked }: ActionRecord, t: Translate): string {
  if (state.kind === "refused" && asked?.happened === false) return t("acting.askedNot.title");
  switch (state.kind) {
    case "running":
      return t("acting.result.running", { back: state.back, of: state.of });
    case "partly":
      return t("acting.result.partly", { done: state.done, of: state.of });
    case "refused":
      return state.httpStatus === undefined
        ? t("acting.result.refused", { why: t(`acting.refused.${state.why}.title`) })
        : t("acting.result.refusedWith", { status: state.httpStatus, why: t(`acting.refused.${state.why}.title`) });
    default:
      return t(`acting.result.${state.kind}`);
  }
}

/** The heading of every list of action runs. */
export function ActionsHeading() {
  const { t } = useTranslation();
  return (
    <h2 className={css.heading}>
      {t("acting.actions.title")} <span className="i3">{t("acting.actions.what")}</span>
    </h2>
  );
}

/** Action runs, newest first: time, action, result, user, and the undo while it is valid. */
export function ActionList({ records, nowMs }: { readonly records: readonly ActionRecord[]; readonly nowMs: number }) {
  const { t } = useTranslation();
  if (records.length === 0) return <EmptyState title={t("acting.actions.none")} />;
  return (
    <ol className={css.actions}>
      {records.map((record) => {
        const atMs = record.stations.sent ?? record.stations.planned;
        const { undo } = record;
        const what = stepsPhraseText(record.question.steps, t);
        return (
          <li key={record.id} data-action-record={record.state.kind}>
            <time>{atMs === undefined ? "" : momentText(atMs, nowMs, true)}</time>
            <span>
              <b title={formatSteps(record.question.steps)}>{what.length > 160 ? `${what.slice(0, 160)}…` : what}</b>
              <span className={css.result}>
                {resultWords(record, t)}
                {undo.kind === "undone" ? <span className="i3">{t("acting.result.undone")}</span> : null}
                {undo.kind === "none" && record.state.kind !== "refused" ? (
                  <span className="i3">
                    {t("grid.comma")}
                    {noUndoWords(undo, t)}
                  </span>
                ) : null}
              </span>
              {record.who === undefined ? null : <span className="i3">{record.who}</span>}
            </span>
            {undo.kind === "steps" ? (
              <PlanButton
                question={{ steps: undo.steps, undoes: record.id }}
                title={t("acting.undo.title", { what: what.slice(0, 80) })}
                verb={t("acting.undo.verb")}
                label={t("acting.undo.open")}
              />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
