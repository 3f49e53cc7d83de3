import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { PLACEMENT_FIELDS, type PlacementTemplate } from "../records/placement-template.ts";

/** Reports whether two templates have the same node requirements, so that no verdict differs (rules P1, P2). */
export const samePlacement = (a: PlacementTemplate, b: PlacementTemplate): boolean =>
  PLACEMENT_FIELDS.every((field) => isEqualJson(a[field], b[field]));
