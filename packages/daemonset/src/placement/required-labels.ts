import type { PlacementTemplate } from "../records/placement-template.ts";
import { TEMPLATE_CHECKS } from "./compile-placement.ts";

const CHECKS = Object.values(TEMPLATE_CHECKS);

/** Returns the keys of the labels that a template requires. */
export const requiredLabelKeys = (template: PlacementTemplate): ReadonlySet<string> =>
  new Set(CHECKS.flatMap(({ reads }) => reads(template).labels));

/** Reports whether nodes of equal taints and equal labels may differ for this template. */
export const matchesNodeName = (template: PlacementTemplate): boolean => CHECKS.some(({ reads }) => reads(template).name);
