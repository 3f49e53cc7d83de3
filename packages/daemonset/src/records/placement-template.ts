import type { PodTemplateSummary } from "@daemonscope/kube/objects";

/** The fields of a template that placement reads. This is the only list: code that compares templates or passes them
 *  to placement uses it. */
export const PLACEMENT_FIELDS = [
  "nodeName",
  "nodeSelector",
  "requiredNodeAffinity",
  "tolerations",
  "hostNetwork",
] as const satisfies readonly (keyof PodTemplateSummary)[];

export type PlacementTemplate = Pick<PodTemplateSummary, (typeof PLACEMENT_FIELDS)[number]>;
