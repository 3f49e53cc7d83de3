import type { PodTemplateSummary } from "@daemonscope/kube/objects";

/** The fields of a template that placement reads. The one list: whoever compares templates, or hands them to placement, goes by it. */
export const PLACEMENT_FIELDS = [
  "nodeName",
  "nodeSelector",
  "requiredNodeAffinity",
  "tolerations",
  "hostNetwork",
] as const satisfies readonly (keyof PodTemplateSummary)[];

/** What of a template placement reads. */
export type PlacementTemplate = Pick<PodTemplateSummary, (typeof PLACEMENT_FIELDS)[number]>;
