import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { hrefOf } from "../../data/url/navigation.ts";
import type { WhatIfView } from "../../data/url/url.ts";
import { PlanButton } from "../../panels/actions/PlanButton.tsx";
import { copyText } from "../../ui/announce/copy-text.ts";
import { stepPhraseText } from "../../words/facts/step-phrase.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Copies the link of the preview. */
export function LinkButton({ view }: { readonly view: WhatIfView }) {
  const { t } = useTranslation();
  const link = () => void copyText(new URL(hrefOf(view), location.href).href);
  return (
    <button type="button" className="btn quiet" onClick={link}>
      {t("whatIf.link")}
    </button>
  );
}

/** Opens the plan of the steps before the first one without a command: an autoscaler adds nodes. If they cannot be
 *  executed, the reason is next to the button. */
export function RunStepsButton({ steps, answer }: { readonly steps: readonly Step[]; readonly answer: WhatIfAnswer }) {
  const { t } = useTranslation();
  const joining = steps.findIndex(({ kind }) => kind === "join");
  const sent = joining > 0 ? steps.slice(0, joining) : steps;
  const notNow = whyNotNow(sent, answer, t);
  return (
    <PlanButton
      question={{ steps: sent }}
      title={planTitle(sent, t)}
      verb={t("whatIf.doIt")}
      {...(sent === steps ? {} : { label: t("whatIf.planFirst", { count: joining }) })}
      notNow={notNow}
      note={sent === steps ? notNow : t("whatIf.noCommand", { step: joining + 1 })}
    />
  );
}

/** Returns the title of the plan: the step itself, or the number of steps. */
const planTitle = (steps: readonly Step[], t: Translate): string =>
  steps.length === 1 && steps[0] !== undefined ? stepPhraseText(steps[0], t) : t("whatIf.doSteps", { count: steps.length });

/** Returns why the steps cannot be executed: one adds nodes, or was rejected. */
function whyNotNow(steps: readonly Step[], answer: WhatIfAnswer, t: Translate): string | undefined {
  const refused = answer.steps.findIndex(({ problem }) => problem !== undefined);
  if (refused >= 0 && refused < steps.length) return t("whatIf.stepRefused", { step: refused + 1 });
  const joining = steps.findIndex(({ kind }) => kind === "join");
  return joining < 0 ? undefined : t("whatIf.noCommand", { step: joining + 1 });
}
