import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { useTitle } from "../../ui/announce/use-title.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { RequestAccessHelp } from "./RequestAccessHelp.tsx";
import { RightsTable } from "./RightsTable.tsx";
import css from "./rights.module.css";

type LimitedRights = Exclude<RightsAnswer, { readonly kind: "everything" }>;

/** Page of a signed-in user who may see nothing: the user, the missing rights, and a request to send to an
 *  administrator. */
export function Forbidden({ mine }: { readonly mine: LimitedRights }) {
  const { t } = useTranslation();
  const { userName, groups, cluster, rights, namespacesNotAsked } = mine;
  useTitle(t("rights.forbidden"));
  return (
    <main className={css.forbidden}>
      <header>
        <h1>{t("rights.mayNotList", { who: userName, cluster })}</h1>
        <p className="i2">
          {t("rights.clusterDenies")} {groups.length === 0 ? null : t("rights.groups", { groups: groups.join(", ") })}{" "}
          {t("rights.askedAgain")} {namespacesNotAsked === 0 ? null : t("rights.notAsked", { count: namespacesNotAsked })}
        </p>
      </header>
      <div className={css.columns}>
        <RightsTable rights={rights} />
        <RequestAccessHelp cluster={{ context: cluster, simulated: false }} userName={userName} rights={rights} />
      </div>
    </main>
  );
}
