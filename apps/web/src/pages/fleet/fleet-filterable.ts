import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { causeOrPortText, causeText } from "@daemonscope/words/facts/cause-text";
import { cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { daemonSetFilterable } from "../../data/rows/filter/filterables.ts";
import type { Filterable } from "../../data/rows/filter/parse-filter.ts";
import { verdictLabel } from "../../panels/verdict/select-verdict.ts";
import { english } from "../../words/i18n/english.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** A changed record is a new object. In a large fleet few records change, ten times a second. */
const known = new WeakMap<Translate, WeakMap<DaemonSetRecord, Filterable>>();

/** Returns the texts of a DaemonSet for the filter of the fleet, including its state and its problems, in the user's
 *  language and in English. The same object for the same record. */
export function fleetFilterable(t: Translate, record: DaemonSetRecord): Filterable {
  const byRecord = known.get(t) ?? new WeakMap<DaemonSetRecord, Filterable>();
  known.set(t, byRecord);
  const read = byRecord.get(record) ?? readRecord(t, record);
  byRecord.set(record, read);
  return read;
}

function readRecord(t: Translate, record: DaemonSetRecord): Filterable {
  const { texts, labels } = daemonSetFilterable(record);
  const states = [verdictWordOf(record), verdictLabel(t, record, "row"), ...(record.underWay ? ["rolling", t("verdict.row.rolling")] : [])];
  const causes = record.causes.flatMap(({ cause, state }) => [
    causeText(english, cause),
    causeOrPortText(t, cause),
    ...(state === "nodeUnready" ? [] : [state, cellVariantLabel(state, t)]),
  ]);
  return { texts: [...texts, ...states, ...causes], labels };
}
