import type { ActionPlan } from "@daemonscope/shared/http/actions";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./plan.module.css";
import { deniedRights } from "./plan-text.ts";

interface ConfirmProps {
  readonly plan: ActionPlan;
  readonly verb: string;
  readonly onConfirm: (typed: string | undefined) => void;
}

/**
 * Asks for confirmation: a button with the verb. If more can break, the user must type the name first.
 */
export function Confirm({ plan, verb, onConfirm }: ConfirmProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const id = useId();
  const { confirm, dryRun } = plan;
  const denied = deniedRights(plan);
  const refusal = dryRun.kind === "refused" ? t("acting.confirm.refused") : denied.length > 0 ? t("acting.confirm.denied") : undefined;
  const isOpen = refusal === undefined && (confirm.kind === "button" || typed.trim() === confirm.name);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isOpen) onConfirm(confirm.kind === "typed" ? typed.trim() : undefined);
  };
  return (
    <form className={css.confirm} onSubmit={onSubmit}>
      {confirm.kind === "typed" && refusal === undefined ? (
        <label htmlFor={id}>
          {confirm.controller === undefined ? null : (
            <>
              <b>{t("acting.confirm.controller", { controller: confirm.controller })}</b>{" "}
            </>
          )}
          <b>
            {confirm.priorityClass === undefined
              ? t("acting.confirm.share", { percent: Math.round(confirm.nodePercent) })
              : t("acting.confirm.shareAndPriority", { percent: Math.round(confirm.nodePercent), priority: confirm.priorityClass })}
          </b>{" "}
          <span className="i2">
            {t("acting.confirm.type")} <code>{confirm.name}</code>
          </span>
        </label>
      ) : null}
      {refusal === undefined ? null : <p>{refusal}</p>}
      <div className={css.typed}>
        {confirm.kind === "typed" && refusal === undefined ? (
          <input
            id={id}
            type="text"
            spellCheck={false}
            autoComplete="off"
            placeholder={confirm.name}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        <button type="submit" className={css.go} aria-disabled={!isOpen} data-confirm>
          {verb}
        </button>
      </div>
    </form>
  );
}
