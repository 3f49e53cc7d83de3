import type { KindRight, RightScope } from "@daemonscope/shared/http/rights";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import css from "./rights.module.css";

/** Kinds whose absence has its own explanation. */
const WITHOUT = [
  "nodes",
  "daemonsets",
  "controllerrevisions",
  "pods",
  "events",
  "pods/log",
  "services",
  "endpointslices",
  "podmetrics",
] as const;
type Known = (typeof WITHOUT)[number];

function reachWords(t: TFunction, reach: RightScope, kind: string): string {
  if (reach === "all") return kind === "nodes" ? t("rights.yes") : t("rights.everywhere");
  return reach === "none" ? t("rights.no") : reach.join(", ");
}

/** Each right: its scope, and what is missing outside it. */
export function RightsTable({ rights }: { readonly rights: readonly KindRight[] }) {
  const { t } = useTranslation();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t("rights.right")}</th>
          <th scope="col">{t("rights.yours")}</th>
          <th scope="col">{t("rights.without")}</th>
        </tr>
      </thead>
      <tbody>
        {rights.map(({ kind, resource, group, verbs, scope, isShown }) => (
          <tr key={kind} data-right={kind} data-shown={isShown}>
            <th scope="row">
              <code>
                {resource}
                {group === "" ? "" : `.${group}`}
              </code>{" "}
              <span className="i3">{verbs.join(", ")}</span>
            </th>
            <td className={isShown ? css.has : css.lacks}>{reachWords(t, scope, kind)}</td>
            <td className="i2">
              {isShown && scope === "all"
                ? null
                : isShown
                  ? t("rights.onlyThese")
                  : scope === "none"
                    ? t(`rights.lacks.${kind as Known}`)
                    : t("rights.notEverywhere")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
