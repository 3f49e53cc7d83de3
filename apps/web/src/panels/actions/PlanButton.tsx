import type { ActionQuestion } from "@daemonscope/shared/http/actions";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./actions.module.css";
import { requestPlan } from "./requested-plan.ts";
import { useWriteAccess } from "./use-write-access.ts";

interface PlanButtonProps {
  readonly question: ActionQuestion;
  /** The name of the plan. */
  readonly title: string;
  /** The label of the plan's button; default: the title. */
  readonly verb?: string;
  /** The label of this button. */
  readonly label?: string;
  /** The reason why no plan can be requested now. */
  readonly notNow?: string | undefined;
  /** `notNow` in a few words, next to the button. */
  readonly note?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Opens the plan of an action. If actions are not allowed, the button is dashed and gives the reason.
 */
export function PlanButton({ question, title, verb = title, label, notNow, note, className }: PlanButtonProps) {
  const { t } = useTranslation();
  const access = useWriteAccess();
  const why = access === undefined ? undefined : access.kind === "no" ? t(`actions.doIt.why.${access.why}`) : notNow;
  const isOpen = access?.kind === "yes" && notNow === undefined;
  const shown = access?.kind === "no" ? t(`actions.doIt.${access.why}`) : note;
  return (
    <span className={classes(css.planButton, className)} data-of-now>
      {access === undefined || shown === undefined ? null : <span className="i3">{shown}</span>}
      <button
        type="button"
        className={classes("btn", !isOpen && css.closed)}
        aria-disabled={!isOpen}
        title={why}
        aria-description={why}
        data-do-it
        onClick={() => {
          if (isOpen) requestPlan({ question, title, verb });
        }}
      >
        {label ?? t("actions.doIt.open")}
      </button>
    </span>
  );
}
