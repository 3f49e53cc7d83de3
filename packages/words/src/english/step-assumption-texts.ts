import type { StepAssumption } from "@daemonscope/daemonset/preview/preview-decoders";

/** Texts of the commands and of the English page: the unknown value, the assumption, and its consequence. */
export const STEP_ASSUMPTION_TEXTS: Readonly<Record<StepAssumption, string>> = {
  hiddenValues:
    "Values of env, args and commands are hidden here and could not be compared: they are assumed to be unchanged; if one differs, all pods are replaced.",
  joinRoom:
    "These nodes get the labels and taints that the nodes with their labels share. Their capacity is not given, and pods are assumed to fit: name a node that they are like, or give their cpu and memory.",
  leftOut:
    "The last applied configuration could not be read: fields that the manifest omits are assumed to stay, but kubectl apply removes the ones that it applied before.",
  templateInPart:
    "The event log has only a part of the template: env, args, probes, volumes and more could not be compared. They are assumed to be unchanged; if one differs, all pods are replaced.",
};
