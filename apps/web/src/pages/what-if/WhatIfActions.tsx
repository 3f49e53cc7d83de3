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

/** Opens the plan of the steps. If they cannot be executed, the reason is next to the button. */
export function RunStepsButton({ steps, answer }: { readonly steps: readonly Step[]; readonly answer: WhatIfAnswer }) {
  const { t } = useTranslation();
  const notNow = whyNotNow(steps, answer, t);
  return <PlanButton question={{ steps }} title={planTitle(steps, t)} verb={t("whatIf.doIt")} notNow={notNow} note={notNow} />;
}

/** Returns the title of the plan: the step itself, or the number of steps. */
const planTitle = (steps: readonly Step[], t: Translate): string =>
  steps.length === 1 && steps[0] !== undefined ? stepPhraseText(steps[0], t) : t("whatIf.doSteps", { count: steps.length });

/** Returns why the steps cannot be executed: an autoscaler adds nodes, and rejected steps are not sent. */
function whyNotNow(steps: readonly Step[], answer: WhatIfAnswer, t: Translate): string | undefined {
  const refused = answer.steps.findIndex(({ problem }) => problem !== undefined);
  if (refused >= 0) return t("whatIf.stepRefused", { step: refused + 1 });
  const joining = steps.findIndex(({ kind }) => kind === "join");
  return joining < 0 ? undefined : t("whatIf.noCommand", { step: joining + 1 });
}
