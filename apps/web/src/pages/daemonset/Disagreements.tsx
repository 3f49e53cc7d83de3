import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { lagWords } from "../../words/facts/lag-text.ts";
import { countText } from "../../words/format/figures.ts";

/** Numbers of the API that differ from those of the pods and nodes for a long time. A cause that all share is in the
 *  flow above, and is not repeated. */
export function Disagreements({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const { t } = useTranslation();
  const disagreements = persistentDisagreements(record, nowMs);
  if (disagreements.length === 0) return null;
  // States each cause once, next to all numbers that it explains.
  const causes = [...new Set(disagreements.map(({ cause }) => lagWords(t, cause)))];
  const byCause = causes.flatMap((words) => disagreements.filter(({ cause }) => lagWords(t, cause) === words));
  const causeAt = (at: number): string | undefined => {
    const found = byCause[at];
    return found === undefined ? undefined : lagWords(t, found.cause);
  };
  const hasCauses = causes.length > 1;
  return (
    <section aria-label={t("rollout.differences.title")}>
      <h2>{t("rollout.differences.title")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("rollout.differences.field")}</th>
            <th scope="col" className="num">
              status
            </th>
            <th scope="col" className="num">
              {t("rollout.differences.derived")}
            </th>
            {hasCauses ? <th scope="col">{t("rollout.differences.cause")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {byCause.map((each, at) => (
            <tr key={each.field}>
              <td>
                <code>{each.field}</code>
              </td>
              <td className="num">{countText(each.reported)}</td>
              <td className="num strong">{countText(each.derived)}</td>
              {!hasCauses || causeAt(at) === causeAt(at - 1) ? null : (
                <td rowSpan={byCause.filter((_, other) => causeAt(other) === causeAt(at)).length}>{causeAt(at)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
