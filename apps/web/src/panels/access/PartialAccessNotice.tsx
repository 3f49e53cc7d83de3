import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { RequestAccessHelp } from "./RequestAccessHelp.tsx";
import { RightsTable } from "./RightsTable.tsx";
import css from "./rights.module.css";

type LimitedRights = Exclude<RightsAnswer, { readonly kind: "everything" }>;

/** A line for a user who sees part of the cluster; it expands to the missing parts. */
export function PartialAccessNotice({ mine }: { readonly mine: LimitedRights }) {
  const { t } = useTranslation();
  const { userName, cluster, rights, namespacesNotAsked } = mine;
  const namespaceScope = rights.find(({ kind }) => kind === "daemonsets")?.scope ?? "none";
  const lacking = rights.filter(({ isShown }) => !isShown).map(({ resource }) => t("rights.noKind", { kind: resource }));
  const namespaces = typeof namespaceScope === "string" ? [] : [t("rights.namespaces", { count: namespaceScope.length })];
  const limited = rights.some(({ kind, isShown, scope }) => kind !== "daemonsets" && isShown && scope !== "all");
  const parts = [
    ...namespaces,
    ...lacking,
    ...(namespaces.length === 0 && lacking.length === 0 && limited ? [t("rights.someLimited")] : []),
  ];
  return (
    <aside aria-label={t("rights.part")}>
      <details className={css.part} data-rights="part">
        <summary>
          <b>{t("rights.part")}</b> <span className="i2">{parts.join(" · ")}</span>
        </summary>
        <div className={css.columns}>
          <div>
            <p className="i2">{t("rights.countsAreOfThese")}</p>
            {namespacesNotAsked === 0 ? null : <p className="i2">{t("rights.notAsked", { count: namespacesNotAsked })}</p>}
            <RightsTable rights={rights} />
          </div>
          <RequestAccessHelp cluster={{ context: cluster, simulated: false }} userName={userName} rights={rights} />
        </div>
      </details>
    </aside>
  );
}
