import { type AgentCost, COST_RESOURCES } from "@daemonscope/daemonset/audit/costs";
import type { AuditFinding } from "@daemonscope/daemonset/audit/finding";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../translate.ts";

/** Returns why something is a finding, as a clause without a full stop. */
export function auditReason(t: Translate, { fact, nodeCount }: AuditFinding): string {
  switch (fact.check) {
    case "surgeHostPort":
      return t("laterModel.audit.reason.surgeHostPort", { maxSurge: fact.maxSurge, ports: fact.ports.join(t("laterModel.audit.plus")) });
    case "criticalPriority": {
      const { evidence, priorityClass = t("laterModel.audit.noClass") } = fact;
      const role = t(`laterModel.audit.role.${evidence.role}`);
      return t("laterModel.audit.reason.criticalPriority", { role, path: evidence.path, class: priorityClass });
    }
    case "displaceable": {
      const workload = Object.entries(fact.workload).map(([resource, amount]) => `${resource}=${amount}`);
      const params = { priority: fact.priority, ordinary: fact.ordinary, workload: workload.join(t("laterModel.audit.plus")) };
      return fact.crowded === 0
        ? t("laterModel.audit.reason.displaceableLater", params)
        : t("laterModel.audit.reason.displaceable", { ...params, count: fact.crowded, wanted: fact.wanted });
    }
    case "onDeleteDrift":
      return t("laterModel.audit.reason.onDeleteDrift", { count: fact.outdated });
    case "noExecute":
      return t("laterModel.audit.reason.noExecute", { count: nodeCount });
    case "unprovenReadiness":
      return t("laterModel.audit.reason.unprovenReadiness");
    default:
      return assertNever(fact);
  }
}

/** Returns the remedy of a finding, as an imperative without a full stop. */
export function auditRemedy(t: Translate, { fact, remedy }: AuditFinding): string {
  const [step] = remedy;
  const to = step?.kind === "edit" && step.edit.kind === "priorityClass" ? step.edit.to : undefined;
  return t(`laterModel.audit.remedy.${fact.check}`, { class: to ?? "" });
}

/** Formats a share of a node. A small one is not nothing. */
export const shareText = (percent: number): string => (percent > 0 && percent < 1 ? "<1%" : `${Math.trunc(percent)}%`);

/** Names each resource whose usage is above the request: `cpu request 100m, p99 of usage 310m`. */
export const aboveRequest = (t: Translate, { of }: AgentCost): readonly string[] =>
  COST_RESOURCES.flatMap((resource) => {
    const { isAbove, request, p99 } = of[resource];
    return isAbove && p99 !== undefined ? t("laterModel.audit.above", { resource, request, p99 }) : [];
  });

/** Returns the section of the docs that explains a check, relative to the folder of the docs. */
export const auditSection = ({ fact }: AuditFinding): string => `audit#${fact.check.toLowerCase()}`;

const BINARY = ["Ki", "Mi", "Gi", "Ti", "Pi"] as const;
/** From ten units of the next suffix on, three digits are enough. */
const LONG = 10;

const threeDigits = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** Shortens a long amount: `10100m` is `10.1`, `37784Mi` is `36.9Gi`. Other amounts stay exact. */
function shortAmount(text: string): string {
  const [, digits = "", suffix = ""] = /^(\d+)(m|Ki|Mi|Gi|Ti)$/.exec(text) ?? [];
  if (digits === "") return text;
  let value = Number(digits);
  if (suffix === "m") return value < LONG * 1000 ? text : String(threeDigits(value / 1000));
  if (value < LONG * 1024) return text;
  let step = (BINARY as readonly string[]).indexOf(suffix);
  while (value >= 1024 && step < BINARY.length - 1) {
    value /= 1024;
    step++;
  }
  return `${threeDigits(value)}${BINARY[step]}`;
}

const UNIT = /(m|Ki|Mi|Gi|Ti|Pi|)$/;
const unitOf = (text: string): string => UNIT.exec(text)?.[0] ?? "";

/** Returns an amount in cores or bytes; NaN for another text. */
function sizeOf(text: string): number {
  const unit = unitOf(text);
  const value = Number(text.slice(0, text.length - unit.length));
  return unit === "m" ? value / 1000 : value * 1024 ** ((BINARY as readonly string[]).indexOf(unit) + 1);
}

/** Shortens the amounts of a column, all to the unit of the largest: `1125m` and `10100m` are `1.13` and `10.1`. */
export function shortAmounts<T extends string | undefined>(texts: readonly T[]): readonly T[] {
  const sized = texts.flatMap((text) => (text === undefined || Number.isNaN(sizeOf(text)) ? [] : [{ text, size: sizeOf(text) }]));
  const [largest] = sized.sort((a, b) => b.size - a.size);
  if (largest === undefined) return texts;
  const unit = unitOf(shortAmount(largest.text));
  const scale = sizeOf(`1${unit}`);
  return texts.map((text) => {
    if (text === undefined || unitOf(text) === unit) return text;
    const size = sizeOf(text);
    return (Number.isNaN(size) || size === 0 ? text : `${threeDigits(size / scale)}${unit}`) as T;
  });
}
