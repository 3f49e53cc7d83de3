import type { PodTemplateSummary } from "@daemonscope/kube/objects";

/** The fields of a template that placement reads. Code that compares templates uses this list. */
export const PLACEMENT_FIELDS = [
  "nodeName",
  "nodeSelector",
  "requiredNodeAffinity",
  "tolerations",
  "hostNetwork",
] as const satisfies readonly (keyof PodTemplateSummary)[];

export type PlacementTemplate = Pick<PodTemplateSummary, (typeof PLACEMENT_FIELDS)[number]>;
