import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { KUBECTL_COUNTS } from "../../data/lanes/shown-counts.ts";
import { countText } from "../../words/format/figures.ts";
import css from "./rollout.module.css";

/** The counts of the status alone, if the objects for a flow were not read (rule C13). */
export function ReportedOnly({ record }: { readonly record: Pick<DaemonSetRecord, "reported" | "unread"> }) {
  const { t } = useTranslation();
  const sources = useCluster(({ state }) => state?.sources);
  const why = sources !== undefined && isSourceLoading(record.unread, sources) ? "rollout.reportedOnly.whyYet" : "rollout.reportedOnly.why";
  return (
    <section aria-label="Status" className={css.reportedOnly}>
      <h2>{t("rollout.reportedOnly.title")}</h2>
      <p className="i2">{t(why, { kinds: record.unread.join(t("rollout.reportedOnly.and")) })}</p>
      <dl>
        {KUBECTL_COUNTS.map(({ name, field }) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd>{countText(record.reported[field])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
