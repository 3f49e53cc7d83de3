import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { type Figure, figureWord } from "../cell/figure.ts";
import { FIGURES_BY_SEVERITY } from "../cell/severity.ts";
import type { Translate } from "../i18n/translator.ts";

/** What the cells of a DaemonSet's column say for each figure: its word, and with the DaemonSet. */
export interface AgentTexts {
  readonly key: DaemonSetKey;
  readonly said: ReadonlyMap<Figure, { readonly word: string; readonly title: string }>;
}

/** The texts of each DaemonSet's column, made once for thousands of cells: they are few. */
export function agentTexts(columns: readonly DaemonSetKey[], t: Translate): readonly AgentTexts[] {
  const words = FIGURES_BY_SEVERITY.map((figure) => ({ figure, word: figureWord(figure, t) }));
  return columns.map((key) => ({
    key,
    said: new Map(words.map(({ figure, word }) => [figure, { word, title: t("nodes.agent", { key, word }) }])),
  }));
}
