import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { useTranslation } from "react-i18next";
import { useCluster } from "../cluster/cluster-context.ts";
import { isAwaited } from "../cluster/is-awaited.ts";
import { countText } from "./flow-words.ts";

const COLUMNS: readonly (readonly [string, keyof DaemonSetCounts])[] = [
  ["DESIRED", "desiredNumberScheduled"],
  ["CURRENT", "currentNumberScheduled"],
  ["READY", "numberReady"],
  ["UP-TO-DATE", "updatedNumberScheduled"],
  ["AVAILABLE", "numberAvailable"],
  ["MISSCHEDULED", "numberMisscheduled"],
];

/** The counts of the status alone, where the objects that a flow is drawn from were not read (rule C13). */
export function ReportedOnly({ record }: { readonly record: Pick<DaemonSetRecord, "reported" | "unread"> }) {
  const { t } = useTranslation();
  const sources = useCluster(({ state }) => state?.sources);
  const why = sources !== undefined && isAwaited(record.unread, sources) ? "rollout.reportedOnly.whyYet" : "rollout.reportedOnly.why";
  return (
    <section aria-label="Status" className="reported-only">
      <h2>{t("rollout.reportedOnly.title")}</h2>
      <p className="i2">{t(why, { kinds: record.unread.join(t("rollout.reportedOnly.and")) })}</p>
      <dl>
        {COLUMNS.map(([name, field]) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd>{countText(record.reported[field])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
