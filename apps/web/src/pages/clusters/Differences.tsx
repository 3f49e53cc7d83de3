import type { ClusterSummary, ClustersDifferenceAnswer } from "@daemonscope/shared/http/clusters";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { queryClient } from "../../data/api/query-client.ts";
import type { MatrixRow } from "../../data/clusters/matrix.ts";
import { type TemplateGroup, templateGroups } from "../../data/clusters/template-groups.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { changeWords } from "../../panels/sections/revisions/change-words.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { shortNames } from "./clusters-verdict.ts";
import css from "./differences.module.css";

/** At most this many templates are compared with the most common one; the remaining ones are counted. */
const MAX_SHOWN_TEMPLATES = 3;
/** At most this many changes are shown for each template. */
const MAX_SHOWN_CHANGES = 6;

/** One line: the clusters of a template, and its changes from the most common template. */
function Difference({ row, common, group }: { readonly row: MatrixRow; readonly common: TemplateGroup; readonly group: TemplateGroup }) {
  const { t } = useTranslation();
  const [from = "", to = ""] = [common.names[0], group.names[0]];
  const [here, there] = [daemonSetView(common.key), daemonSetView(group.key)];
  const { data, error } = useQuery(
    {
      // Other numbers identify other templates, on any server.
      queryKey: ["difference", row.key, from, to, common.template, group.template],
      queryFn: ({ signal }) =>
        fetchJson<ClustersDifferenceAnswer>(
          PATHS.clustersDifference,
          {
            namespace: here.namespace,
            daemonSet: here.name,
            from,
            to,
            ...(common.key === group.key ? {} : { toNamespace: there.namespace, toDaemonSet: there.name }),
          },
          signal,
        ),
      retry: 1,
    },
    queryClient,
  );
  const { changes = [], more = 0, reordered = [] } = data?.difference ?? {};
  const shown = changes.slice(0, MAX_SHOWN_CHANGES).map((change) => changeWords(change, t));
  const left = more + changes.length - shown.length;
  return (
    <li title={group.names.join(", ")}>
      <b>{shortNames(t, group.names)}</b> {shown.join(t("model.comma"))}
      {data !== undefined && changes.length === 0 ? t(reordered.length > 0 ? "clusters.spec.order" : "revisions.same") : null}
      {left > 0 ? ` ${t("clusters.spec.others", { count: left })}` : null}
      {error === null ? null : <span lang="en">{t("clusters.spec.failed", { why: error.message })}</span>}
    </li>
  );
}

/** The differences between the templates of a DaemonSet: each template against the one of most clusters. */
export function Differences({ row, clusters }: { readonly row: MatrixRow; readonly clusters: readonly ClusterSummary[] }) {
  const { t } = useTranslation();
  const [common, ...others] = templateGroups(row, clusters);
  const inPart = clusters.some(({ templatesInPart = false }) => templatesInPart);
  // A single cluster has nothing to be compared with.
  if (common === undefined || (others.length === 0 && common.names.length < 2)) return null;
  if (others.length === 0)
    return <p className="i3">{t(inPart ? "clusters.spec.sameInPart" : "clusters.spec.same", { count: common.names.length })}</p>;
  return (
    <>
      <h2 className={css.heading}>
        {t("clusters.spec.heading")} <span className="i3">{t("clusters.spec.most", { count: common.names.length })}</span>
      </h2>
      <ul className={css.specs}>
        {others.slice(0, MAX_SHOWN_TEMPLATES).map((group) => (
          <Difference key={group.template} row={row} common={common} group={group} />
        ))}
      </ul>
      {others.length > MAX_SHOWN_TEMPLATES ? (
        <p className="i3">{t("clusters.spec.more", { count: others.length - MAX_SHOWN_TEMPLATES })}</p>
      ) : null}
    </>
  );
}
