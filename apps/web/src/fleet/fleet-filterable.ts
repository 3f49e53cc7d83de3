import { causeText } from "@daemonscope/daemonset/describe/cause-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/need";
import { cellVariantLabel } from "../cell/figure.ts";
import { daemonSetFilterable } from "../filter/filterables.ts";
import type { Filterable } from "../filter/parse-filter.ts";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "../model-words/cause-words.ts";
import { verdictLabel } from "../verdict/select-verdict.ts";

/** A changed record is a new object. In a large fleet few records change, ten times a second. */
const known = new WeakMap<Translate, WeakMap<DaemonSetRecord, Filterable>>();

/** Returns the texts of a DaemonSet for the filter of the fleet, including its state and its problems, in the user's
 *  language and in English. The same object for the same record. */
export function fleetFilterable(t: Translate, record: DaemonSetRecord): Filterable {
  const ofLanguage = known.get(t) ?? new WeakMap<DaemonSetRecord, Filterable>();
  known.set(t, ofLanguage);
  const read = ofLanguage.get(record) ?? readRecord(t, record);
  ofLanguage.set(record, read);
  return read;
}

function readRecord(t: Translate, record: DaemonSetRecord): Filterable {
  const { texts, labels } = daemonSetFilterable(record);
  const states = [verdictKindOf(record), verdictLabel(t, record, "row"), ...(record.underWay ? ["rolling", t("verdict.row.rolling")] : [])];
  const causes = record.causes.flatMap(({ cause, state }) => [
    causeText(cause),
    causeWords(t, cause),
    ...(state === "nodeUnready" ? [] : [state, cellVariantLabel(state, t)]),
  ]);
  return { texts: [...texts, ...states, ...causes], labels };
}
