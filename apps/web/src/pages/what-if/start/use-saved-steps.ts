import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { useEffect } from "react";
import { verdictTitle } from "../../../panels/actions/effect/what-if-text.ts";
import { whatIfVerdict } from "../../../panels/actions/effect/what-if-verdict.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { ShownEffect } from "../effect/use-what-if-effect.ts";
import { saveSteps } from "./saved-steps.ts";

/** Stores the steps in this browser, with their effect, once each answer arrives. */
export function useSavedSteps(answer: WhatIfAnswer | undefined, steps: string, effect: ShownEffect): void {
  const { t } = useTranslation();
  const count = answer?.steps.length ?? 0;
  const isRefused = answer?.steps.some(({ problem }) => problem !== undefined) ?? false;
  const text = answer === undefined ? "" : verdictTitle(whatIfVerdict(answer, effect.nodes), t);
  useEffect(() => {
    if (count > 0 && !isRefused) saveSteps({ steps, count, effect: text, atMs: Date.now() });
  }, [steps, count, isRefused, text]);
}
