import type { StringMap } from "@daemonscope/kube/objects";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { labelCut, labelWords } from "./label-text.ts";
import css from "./plates.module.css";
import type { ShownLabels } from "./shown-labels.ts";

interface LabelLinesProps {
  readonly shown: ShownLabels;
  readonly labels: StringMap;
  /** The heading of the group states what its nodes lack. */
  readonly isLackStated?: boolean;
}

/** The shown labels of a node, one a line: short, with full keys in the titles. */
export function LabelLines({ shown, labels, isLackStated = false }: LabelLinesProps) {
  const { t } = useTranslation();
  const lines = shown.linesOf(labels);
  return (isLackStated ? lines.filter(({ value }) => value !== undefined) : lines).map((line) => {
    const words = labelWords(line, t);
    return (
      <span
        key={line.key}
        className={classes(css.label, line.value === undefined && css.without, line.wanted.length > 0 && css.unmet)}
        data-label={line.key}
        data-unmet={line.wanted.length > 0 || undefined}
      >
        <MiddleCut text={words} cutAt={labelCut(line, words)} title={labelWords(line, t, true)} />
      </span>
    );
  });
}
