import type { StepAssumption } from "@daemonscope/daemonset/preview/preview-decoders";

/** Texts of the commands and of the English page: the unknown value, the assumption, and its consequence. */
export const STEP_ASSUMPTION_TEXTS: Readonly<Record<StepAssumption, string>> = {
  hiddenValues:
    "Values of env, args and commands are hidden here and could not be compared: they are taken to be as they are now, and where one is not, all pods are replaced.",
  joinRoom:
    "What room these nodes have is not said, and pods are taken to find it there: say which node they are like, or their cpu and memory.",
  leftOut:
    "What was applied last could not be read: what the manifest leaves out is taken to stay, and kubectl apply takes off what it applied before.",
  templateInPart:
    "Only a part of the template is in the log that this is told of: env, args, probes, volumes and more could not be compared. They are taken to be as they are now, and where one is not, all pods are replaced.",
};
