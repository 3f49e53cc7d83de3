import type { ActionQuestion } from "@daemonscope/shared/http/acting";
import { useTranslation } from "react-i18next";
import { classes } from "../theme/classes.ts";
import css from "./actions.module.css";
import { askForPlan } from "./asked-plan.ts";
import { useActing } from "./use-acting.ts";

interface DoItProps {
  readonly question: ActionQuestion;
  /** How the plan is called. */
  readonly title: string;
  /** What the button of the plan says; the title where it is left out. */
  readonly verb?: string;
  /** What this button says. */
  readonly label?: string;
  /** It cannot be asked for now: why. */
  readonly notNow?: string | undefined;
  readonly className?: string | undefined;
}

/** Leads to the plan of an action. Where nothing may be done it says so, dashed, and names the way to where it may. */
export function DoIt({ question, title, verb = title, label, notNow, className }: DoItProps) {
  const { t } = useTranslation();
  const acting = useActing();
  const why = acting === undefined ? undefined : acting.kind === "no" ? t(`actions.doIt.why.${acting.why}`) : notNow;
  const isOpen = acting?.kind === "yes" && notNow === undefined;
  return (
    <span className={classes(css.doIt, className)} data-of-now>
      {acting?.kind === "no" ? <span className="i3">{t(`actions.doIt.${acting.why}`)}</span> : null}
      <button
        type="button"
        className={classes("btn", !isOpen && css.closed)}
        aria-disabled={!isOpen}
        title={why}
        aria-description={why}
        data-do-it
        onClick={() => {
          if (isOpen) askForPlan({ question, title, verb });
        }}
      >
        {label ?? t("actions.doIt.open")}
      </button>
    </span>
  );
}
