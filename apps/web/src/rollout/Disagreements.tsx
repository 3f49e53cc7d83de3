import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useTranslation } from "react-i18next";
import { lagWords } from "../model-words/lag-words.ts";
import { countText } from "./flow-words.ts";

/** Where the numbers that the API reports differ from those that the pods and nodes give, each with its likely cause. */
export function Disagreements({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  if (record.disagreements.length === 0) return null;
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
            <th scope="col">{t("rollout.differences.cause")}</th>
          </tr>
        </thead>
        <tbody>
          {record.disagreements.map((each) => (
            <tr key={each.field}>
              <td>
                <code>{each.field}</code>
              </td>
              <td className="num">{countText(each.reported)}</td>
              <td className="num strong">{countText(each.derived)}</td>
              <td>{lagWords(t, each.cause)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
