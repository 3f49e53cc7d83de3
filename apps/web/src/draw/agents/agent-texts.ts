import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { type CellVariant, cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { VARIANTS_BY_SEVERITY } from "../../data/cell/severity.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Texts of the cells in a DaemonSet's column by cell variant: its word, and a title that includes the DaemonSet. */
export interface AgentTexts {
  readonly key: DaemonSetKey;
  readonly byVariant: ReadonlyMap<CellVariant, { readonly word: string; readonly title: string }>;
}

/** Creates the few texts of each DaemonSet's column once, for thousands of cells. */
export function agentTexts(columns: readonly DaemonSetKey[], t: Translate): readonly AgentTexts[] {
  const words = VARIANTS_BY_SEVERITY.map((variant) => ({ variant, word: cellVariantLabel(variant, t) }));
  return columns.map((key) => ({
    key,
    byVariant: new Map(words.map(({ variant, word }) => [variant, { word, title: t("nodes.agent", { key, word }) }])),
  }));
}
