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
  if (fact.check === "onDeleteDrift" && fact.failingRevision !== undefined)
    return t("laterModel.audit.repairFirst", { revision: fact.failingRevision });
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
/** From ten of the next unit on, that unit is readable enough. */
const LONG = 10;

type CostResource = (typeof COST_RESOURCES)[number];

/** Units with their sizes in millicores or bytes, the smallest first. */
const UNITS: Readonly<Record<CostResource, readonly (readonly [unit: string, size: number])[]>> = {
  cpu: [
    ["m", 1],
    ["", 1000],
  ],
  memory: ["", ...BINARY].map((unit, power) => [unit, 1024 ** power] as const),
};

const threeDigits = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** Returns the unit of an amount and its size in the smallest unit. Undefined for another text, and for 0. */
function measuredOf(text: string | undefined, resource: CostResource) {
  const [, digits = "", unit = ""] = /^([\d.]+)([A-Za-z]*)$/.exec(text ?? "") ?? [];
  const [, scale = Number.NaN] = UNITS[resource].find(([name]) => name === unit) ?? [];
  const size = Number(digits) * scale;
  return size > 0 ? { unit, scale, size } : undefined;
}

type AmountWriter = <T extends string | undefined>(text: T) => T;

/** Returns a writer for the amounts of one resource. Amounts that have one unit change only to a larger one. */
function amountWriter(resource: CostResource, texts: readonly (string | undefined)[]): AmountWriter {
  const measured = texts.flatMap((text) => measuredOf(text, resource) ?? []);
  const most = Math.max(...measured.map(({ size }) => size));
  const [unit, scale] = UNITS[resource].findLast(([, size]) => most >= LONG * size) ?? ["", 1];
  const isKept = measured.every((each) => each.unit === measured[0]?.unit && each.scale >= scale);
  return (text) => {
    const amount = measuredOf(text, resource);
    if (isKept || amount === undefined || amount.unit === unit) return text;
    const value = amount.size / scale;
    // Cpu has whole millicores, so that three decimals are exact.
    return `${resource === "cpu" ? value : threeDigits(value)}${unit}` as typeof text;
  };
}

/**
 * Returns a writer for each resource, so that it has one unit in a table: the largest one in which the greatest
 * amount is ten or more. `rows`: all rows of the table. `parts`: the columns of a resource.
 */
export const amountWriters = <Part extends string>(
  rows: readonly { readonly of: Readonly<Record<CostResource, { readonly [P in Part]?: string | undefined }>> }[],
  parts: readonly Part[],
): Readonly<Record<CostResource, AmountWriter>> => {
  const writer = (resource: CostResource) =>
    amountWriter(
      resource,
      rows.flatMap(({ of }) => parts.map((part) => of[resource][part])),
    );
  return { cpu: writer("cpu"), memory: writer("memory") };
};
