import type { Condition } from "@daemonscope/kube/objects";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { timeMs } from "@daemonscope/kube/values/time";
import { useTranslation } from "react-i18next";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import css from "./node.module.css";

/** Ready is healthy if True, all other conditions of the kubelet if False. */
const isWell = ({ type, status }: Condition): boolean => status === (type === "Ready" ? "True" : "False");

/** The node's conditions with their ages; unhealthy ones are highlighted. */
export function ConditionTable({ conditions, nowMs }: { readonly conditions: readonly Condition[]; readonly nowMs: number }) {
  const { t } = useTranslation();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("node.conditions.type")}</th>
          <th scope="col">{t("node.conditions.status")}</th>
          <th scope="col" className="num">
            {t("node.conditions.since")}
          </th>
          <th scope="col">{t("node.conditions.reason")}</th>
        </tr>
      </thead>
      <tbody>
        {conditions.map((condition) => {
          const sinceMs = timeMs(condition.lastTransitionTime);
          return (
            <tr key={condition.type}>
              <td>
                <code>
                  <BreakableText text={condition.type} />
                </code>
              </td>
              <td className={isWell(condition) ? css.word : `${css.word} strong`} data-tone={isWell(condition) ? undefined : "bad"}>
                <code>{condition.status}</code>
              </td>
              <td className="num" title={condition.lastTransitionTime}>
                {sinceMs === undefined ? "" : humanDuration(Math.max(0, nowMs - sinceMs))}
              </td>
              <td>
                <code>
                  <BreakableText text={condition.reason ?? ""} />
                </code>
                {isWell(condition) || condition.message === undefined ? null : <div className="i2">{condition.message}</div>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
