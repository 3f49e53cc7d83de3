import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { use, useRef } from "react";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { KUBECTL_COUNTS } from "../../data/lanes/shown-counts.ts";
import { AtRest, usePalette } from "../../draw/cell/use-palette.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import type { ReadyFillOf } from "../../draw/grid/ready-fills.ts";
import { Flow } from "../../panels/flow/Flow.tsx";
import { useElementBox } from "../../ui/viewport/use-element-box.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./rollout.module.css";

/** The counts of the status alone, if the objects for a flow were not read (rule C13). */
function ReportedOnly({ record }: { readonly record: Pick<DaemonSetRecord, "reported" | "unread"> }) {
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

/** The rollout as a flow in the available width, or its last trace. If pods cannot be read, it shows the counts of the
 *  status. */
export function FlowArea({
  record,
  board,
  fillOf,
  nowMs,
  seq,
  motion,
}: {
  readonly record: DaemonSetRecord;
  readonly board: LaneAssignment;
  readonly fillOf: ReadyFillOf;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
}) {
  const palette = usePalette();
  const isAtRest = use(AtRest);
  const area = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(area);
  return (
    <div ref={area} className={css.flowArea}>
      {record.derived === null ? (
        <ReportedOnly record={record} />
      ) : width > 0 ? (
        <Flow
          record={record}
          derived={record.derived}
          board={board}
          width={width}
          palette={palette}
          nowMs={nowMs}
          seq={seq}
          fillOf={fillOf}
          motion={motion}
          isAtRest={isAtRest}
        />
      ) : null}
    </div>
  );
}
