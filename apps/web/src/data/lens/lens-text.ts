import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../../words/i18n/translator.ts";
import type { BandMeaning } from "./band.ts";
import type { Lens, LensKind } from "./lens.ts";

export const lensKindWord = (kind: LensKind, t: Translate): string => t(`lens.kinds.${kind}`);

export function eligibilityWords(eligibility: Eligibility, t: Translate): string {
  if (!("what" in eligibility)) return t(`checks.${eligibility.kind}`);
  const { kind, what } = eligibility;
  return what === "" ? t(`checks.${kind}.band`) : t(`checks.${kind}.bandOf`, { what });
}

const CEILINGS = { 600000: "10m", 3600000: "1h", 86400000: "1d", 2592000000: "30d" } as const;
const boundText = (ms: number): string => CEILINGS[ms as keyof typeof CEILINGS] ?? humanDuration(ms);

/** Returns the common property of the nodes of a band. */
export function bandWords(meaning: BandMeaning, lens: Lens, t: Translate): string {
  switch (meaning.kind) {
    case "eligibility":
      return eligibilityWords(meaning.eligibility, t);
    case "awaited":
      return t("lens.awaited");
    case "value":
      if (meaning.value === undefined) return lens.kind === "taint" ? t("lens.noTaint") : t("lens.noLabel");
      return meaning.value === "" ? '""' : meaning.value;
    case "revision":
      return meaning.revision === undefined ? t("lens.oldRevision") : t("lens.revision", { revision: meaning.revision });
    case "noPod":
      return t("lens.noPod");
    case "age":
      if (meaning.belowMs === undefined) return t("lens.older", { age: boundText(meaning.fromMs) });
      return meaning.fromMs === 0
        ? t("lens.younger", { age: boundText(meaning.belowMs) })
        : t("lens.between", { from: boundText(meaning.fromMs), to: boundText(meaning.belowMs) });
    case "others":
      return t("lens.others");
  }
}
