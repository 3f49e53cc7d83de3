import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { newNameOf } from "@daemonscope/kube/old-names";
import { Jointed } from "../../words/format/Jointed.tsx";
import { plainText } from "../../words/format/plain-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./cell-card.module.css";
import { labelWords } from "./label-text.ts";
import type { ShownLabels } from "./shown-labels.ts";

/** Characters in a line of the card, and the maximum lines of labels and of taints. */
const PER_LINE = 38;
const LABEL_LINES = 9;
const TAINT_LINES = 5;

/** Returns the keys of labels in alphabetical order, without old names that repeat the value of the new one. */
export function keysWithoutRepeats(labels: Readonly<Record<string, string>>): readonly string[] {
  const isRepeat = (key: string) => {
    const renamed = newNameOf(key);
    return renamed !== undefined && labels[renamed.key] === labels[key];
  };
  return Object.keys(labels)
    .filter((key) => !isRepeat(key))
    .sort();
}

/** The taints and labels of a node, one a line with full keys. Shown labels and those that the DaemonSet selects by
 *  come first. Taints and labels that do not fit are counted. */
export function NodeDetails({ record, shown }: { readonly record: NodeRecord; readonly shown: ShownLabels }) {
  const { t } = useTranslation();
  const first = shown.firstOf(record.labels);
  const others = keysWithoutRepeats(record.labels)
    .filter((key) => !first.some((line) => line.key === key))
    .map((key) => `${key}=${record.labels[key] ?? ""}`);
  const labels = [...first.map((line) => labelWords(line, t, true)), ...others];
  return (
    <>
      <Lines title={t("grid.table.taints")} texts={record.taints.map(taintText)} lines={TAINT_LINES} />
      <Lines title={t("grid.labels.title")} texts={labels} lines={LABEL_LINES} none={t("grid.labels.none")} />
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly lines: number;
  /** Shown if there are no texts. Without it, the component renders nothing then. */
  readonly none?: string;
}

/** Texts that fit, and the number of those that do not. */
interface ListedLines {
  readonly shown: readonly string[];
  readonly more: number;
}

/** Returns the first texts that fit into `lines` lines of `perLine` characters, at least one. Pure. */
export function listedLines(texts: readonly string[], perLine: number, lines: number): ListedLines {
  let left = lines;
  let count = 0;
  for (const text of texts) {
    left -= Math.max(1, Math.ceil(text.length / perLine));
    if (left < 0 && count > 0) break;
    count++;
  }
  // The line "1 more" has space for the one text.
  if (count === texts.length - 1 && (texts[count]?.length ?? 0) <= perLine) count++;
  return { shown: texts.slice(0, count), more: texts.length - count };
}

function Lines({ title, texts, lines, none }: LinesProps) {
  const { t } = useTranslation();
  const { shown, more } = listedLines(texts.map(plainText), PER_LINE, lines);
  if (shown.length === 0) return none === undefined ? null : <div className={css.listed}>{none}</div>;
  return (
    <dl className={css.listed}>
      <dt>{title}</dt>
      {shown.map((text) => (
        <dd key={text}>
          <code>
            <Jointed text={text} />
          </code>
        </dd>
      ))}
      {more > 0 && <dd>{t("grid.labels.more", { count: more })}</dd>}
    </dl>
  );
}
