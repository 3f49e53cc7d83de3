import type { LabelSelectorRequirement, Taint, Toleration } from "../objects.ts";

/** Formats a taint as kubectl writes it: `key=value:Effect`. */
export function taintText(taint: Taint): string {
  return `${taint.key}${taint.value === undefined || taint.value === "" ? "" : `=${taint.value}`}:${taint.effect}`;
}

/** Formats a toleration in one line: `key=value:Effect`, `key Exists:Effect`, `every taint`. */
export function tolerationText(toleration: Toleration): string {
  const effect = toleration.effect === undefined || toleration.effect === "" ? "" : `:${toleration.effect}`;
  const key = toleration.key ?? "";
  const operator = toleration.operator ?? "Equal";
  if (operator === "Exists") return key === "" ? `every taint${effect}` : `${key} Exists${effect}`;
  if (operator === "Equal" || operator === "") return `${key}=${toleration.value ?? ""}${effect}`;
  return `${key} ${operator} ${toleration.value ?? ""}${effect}`;
}

/** Formats one expression: `gpu In [a100, h100]`. */
export function requirementText(requirement: LabelSelectorRequirement): string {
  const values = requirement.values ?? [];
  return `${requirement.key} ${requirement.operator}${values.length === 0 ? "" : ` [${values.join(", ")}]`}`;
}
