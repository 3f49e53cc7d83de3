import type { NodePause } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { cutPoint } from "../../words/format/cut-point.ts";
import { plainText } from "../../words/format/plain-text.ts";
import { withoutPrefixes } from "../../words/format/without-prefixes.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { shortKey } from "./found-keys.ts";
import type { LabelLine, ShownLabels } from "./shown-labels.ts";

const pair = (key: string, value: string): string => `${key}=${value === "" ? '""' : value}`;

/** Returns `paused by gpu-operator`, or `left paused by gpu-operator` once its work on the node is over. */
export const pausedWords = ({ controller, isWorkOver }: NodePause, t: Translate): string =>
  t(isWorkOver ? "grid.labels.pauseLeft" : "grid.labels.paused", { controller });

/** Returns `app=x`, `no app`, `lacks app=x`, or `app=y, needs app=x`; with the full key if `isFull`. A wanted label
 *  with the value of a planned pause names only its controller: a cut of both values would read as its opposite. */
export function labelWords({ key, name, value, wanted, pause }: LabelLine, t: Translate, isFull = false): string {
  if (pause !== undefined) return pausedWords(pause, t);
  const shown = isFull ? key : name;
  const texts = wanted.map((text) => (isFull ? text : withoutPrefixes(text))).join(t("grid.labels.or"));
  const words =
    value === undefined
      ? texts === ""
        ? t("grid.labels.without", { key: shown })
        : t("checks.nodeSelector.bandOf", { what: texts })
      : texts === ""
        ? pair(shown, value)
        : t("grid.labels.needs", { label: pair(shown, value), what: texts });
  return plainText(words);
}

/** A shorter key has no space for an ellipsis: see `.tail` in text.module.css. */
const SHORTEST_CUT_KEY = 4;

/** Returns where the words of a label are cut if they do not fit: the node's value stays, and its key is cut. Returns
 *  their length if they are not cut. */
export function labelCut({ value, wanted }: LabelLine, words: string): number {
  if (value === undefined || wanted.length > 0) return cutPoint(words);
  const end = words.indexOf("=");
  return end < SHORTEST_CUT_KEY ? words.length : end;
}

/** Returns the column head of a label: its short key, unless two keys share it. */
export const labelHead = (key: string, { keys }: Pick<ShownLabels, "keys">): string =>
  plainText(keys.some((other) => other !== key && shortKey(other) === shortKey(key)) ? key : shortKey(key));

/** Returns a label in its column: the value alone, unless the DaemonSet wants another one. */
export function labelField(line: LabelLine, t: Translate): string {
  if (line.wanted.length > 0) return labelWords(line, t);
  return line.value === undefined ? "\u2013" : plainText(line.value === "" ? '""' : line.value);
}
