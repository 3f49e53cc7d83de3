import type { StepDoubt } from "../imagine/imagine-tools.ts";

const TEXTS: Readonly<Record<StepDoubt, string>> = {
  hiddenValues:
    "Values of env, args and commands are hidden here and could not be compared: they are taken to be as they are now, and where one is not, all pods are replaced.",
  leftOut:
    "What was applied last could not be read: what the manifest leaves out is taken to stay, and kubectl apply takes off what it applied before.",
};

/** One sentence: what could not be known, what was taken to be so, and what it would mean. */
export const stepDoubtText = (doubt: StepDoubt): string => TEXTS[doubt];
