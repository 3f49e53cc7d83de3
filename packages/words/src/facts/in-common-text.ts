import { failingRevision, otherRevisions } from "@daemonscope/daemonset/causes/failing-revision";
import type { CommonTrait } from "@daemonscope/daemonset/records/common-traits";
import { namesBrokenNodes } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";
import type { Translate } from "../translate.ts";

const POOLS: ReadonlySet<string> = new Set(POOL_LABELS);

/** The label of a trait. */
export const labelOf = (labels: Readonly<Record<string, string>>): readonly [key: string, value: string] =>
  Object.entries(labels)[0] ?? ["", ""];

function labelTraitText(t: Translate, [key, value]: readonly [string, string]): string {
  if (key === LABELS.instanceType) return t("laterModel.inCommon.instanceType", { value });
  if (key === LABELS.zone) return t("laterModel.inCommon.zone", { value });
  if (POOLS.has(key)) return t("laterModel.inCommon.pool", { value });
  return t("laterModel.inCommon.label", { value: `${key}=${value}` });
}

function traitText(t: Translate, trait: CommonTrait, timeText: (atMs: number) => string): string {
  switch (trait.kind) {
    case "label":
      return labelTraitText(t, labelOf(trait.labels));
    case "taint":
      return t("laterModel.inCommon.taint", { value: taintText(trait.taint) });
    case "createdFrom":
      return t("laterModel.inCommon.createdFrom", { value: timeText(trait.createdFromMs) });
    case "createdUntil":
      return t("laterModel.inCommon.createdUntil", { value: timeText(trait.createdUntilMs) });
    case "kernelVersion":
      return t("laterModel.inCommon.kernelVersion", { value: trait.kernelVersion });
    case "osImage":
      return t("laterModel.inCommon.osImage", { value: trait.osImage });
    case "containerRuntimeVersion":
      return t("laterModel.inCommon.containerRuntimeVersion", { value: trait.containerRuntimeVersion });
    case "kubeletVersion":
      return t("laterModel.inCommon.kubeletVersion", { value: trait.kubeletVersion });
    case "architecture":
      return t("laterModel.inCommon.architecture", { value: trait.architecture });
    default:
      return assertNever(trait);
  }
}

/** States that all failing pods run the current revision, and that the others are fine. Undefined without such a
 *  split. */
export function failingRevisionText(t: Translate, record: DaemonSetRecord): string | undefined {
  const split = failingRevision(record);
  if (split === undefined) return undefined;
  const { failing, revision, others, onUnready, otherRevision } = split;
  const key = onUnready === undefined ? "laterModel.inCommon" : "laterModel.inCommon.onReadyNodes";
  const fine =
    otherRevision === undefined
      ? t(`${key}.othersFine`, { count: others })
      : t(`${key}.oldFine`, { count: others, revision: otherRevision });
  return `${t("laterModel.inCommon.revision", { count: failing, revision })}${t("model.semicolon")}${fine}`;
}

/** Formats what failing nodes have in common in one line: `6 of 6 failing nodes run kernel 6.8.0-1021, 0 of 43 others
 *  do`. Undefined without a comparison, and if the revision may set them apart: the concern names it, or other nodes
 *  run another one. `timeText` formats the creation of a node. */
export function inCommonText(t: Translate, record: DaemonSetRecord, timeText: (atMs: number) => string): string | undefined {
  const { inCommon, concern } = record;
  if (inCommon === undefined) return undefined;
  const { failing, others, found } = inCommon;
  if (found === undefined)
    return (
      failingRevisionText(t, record) ??
      ((concern !== null && namesBrokenNodes(concern.detail)) || otherRevisions(record).length > 0
        ? undefined
        : t("laterModel.inCommon.nothing"))
    );
  const texts = found.traits.map((trait) => traitText(t, trait, timeText));
  const [first = "", second] = texts;
  const what = second === undefined ? first : t("laterModel.inCommon.both", { first, second });
  return t("laterModel.inCommon.found", { sharing: found.failing, failing, what, othersSharing: found.others, others });
}
