import { causeText } from "@daemonscope/daemonset/describe/cause-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { needOf } from "@daemonscope/daemonset/rollout/need";
import { figureWord } from "../cell/figure.ts";
import { daemonSetFilterable } from "../filter/filterables.ts";
import type { Filterable } from "../filter/parse-filter.ts";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "../model-words/cause-words.ts";
import { wordOf } from "../verdict/select-verdict.ts";

/** Records are made anew when they change: of a large fleet few are, ten times a second. */
const known = new WeakMap<Translate, WeakMap<DaemonSetRecord, Filterable>>();

/** A DaemonSet as the filter of the fleet reads it: also by its state and by what is wrong, in the reader's words and in English. The same for the same record. */
export function fleetFilterable(t: Translate, record: DaemonSetRecord): Filterable {
  const ofLanguage = known.get(t) ?? new WeakMap<DaemonSetRecord, Filterable>();
  known.set(t, ofLanguage);
  const read = ofLanguage.get(record) ?? readRecord(t, record);
  ofLanguage.set(record, read);
  return read;
}

function readRecord(t: Translate, record: DaemonSetRecord): Filterable {
  const { texts, labels } = daemonSetFilterable(record);
  const states = [needOf(record), wordOf(t, record, "row"), ...(record.underWay ? ["rolling", t("verdict.row.rolling")] : [])];
  const causes = record.causes.flatMap(({ cause, state }) => [
    causeText(cause),
    causeWords(t, cause),
    ...(state === "nodeUnready" ? [] : [state, figureWord(state, t)]),
  ]);
  return { texts: [...texts, ...states, ...causes], labels };
}
