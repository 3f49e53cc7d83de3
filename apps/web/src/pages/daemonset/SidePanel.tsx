import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { ManagedRollout } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { type ComponentProps, type ReactNode, useState } from "react";
import { navigate } from "../../data/url/navigation.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { NodeButtons } from "../../panels/causes/NodeButtons.tsx";
import { type Column, DataTable } from "../../ui/controls/DataTable.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { classes } from "../../ui/theme/classes.ts";
import { PHONE, useMedia } from "../../ui/theme/use-media.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { DaemonSetFactsList } from "./DaemonSetFactsList.tsx";
import { Holders } from "./Holders.tsx";
import pageCss from "./page.module.css";
import { RevisionsSection } from "./RevisionsSection.tsx";
import css from "./side-panel.module.css";

const JoinTimes = lazyWithWords(() => import("./JoinTimes.tsx").then((module) => module.JoinTimes));

/** The times from join to ready. Computed over all DaemonSets, so only while the user looks. */
function Joins({ view, isLive }: { readonly view: DaemonSetView; readonly isLive: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("node.join.title")}</summary>
      {isOpen ? (
        <LazyPart about={`joins ${view.namespace}/${view.name}`}>
          <JoinTimes view={view} isLive={isLive} />
        </LazyPart>
      ) : null}
    </details>
  );
}

interface SidePanelProps extends ComponentProps<typeof Holders> {
  readonly view: DaemonSetView;
  readonly isLive: boolean;
  /** Old pods that a user has to delete. */
  readonly outdatedPods: ReactNode;
}

/** Reports whether nodes use the budget. Without a rollout, a pod that ends on an unwanted node is no missing pod. */
function hasHolders(record: DaemonSetRecord): boolean {
  const { derived, budget } = record;
  if (derived === null || budget.kind === "none") return false;
  return isBudgetInUse(record) || (budget.used > 0 && derived.numberUnavailable > 0);
}

/** The right column of the page: the users of the budget, the revisions and the facts. A key closes it, and the browser
 *  stores whether it is open. A drawer takes its place. */
export function SidePanel({ view, isLive, outdatedPods, ...holders }: SidePanelProps) {
  const { t } = useTranslation();
  const { record, nowMs } = holders;
  const { panel } = usePreferences();
  const isPhone = useMedia(PHONE);
  const hasDrawer = (view.node ?? view.drawer) !== undefined;
  useCommand("panel", () => {
    if (hasDrawer) navigate({ ...view, node: undefined, drawer: undefined });
    setPreferences({ panel: !hasDrawer && !panel });
  });
  if (!panel) return null;
  const isBusy = record.underWay || record.concern !== null;
  const revisions = <RevisionsSection view={view} record={record} nowMs={nowMs} isLive={isLive} isBusy={isBusy} />;
  return (
    // New elements when a rollout begins or ends, so that the sections appear in their places instead of jumping there.
    <div key={String(isBudgetInUse(record))} className={classes(pageCss.panel, "data")} data-side-panel>
      <div className={classes(pageCss.panelBody, css.panel)}>
        {/* On a phone the stage and the grid above show the same nodes, and a list of changing length would move. */}
        {isPhone && revisions}
        {hasHolders(record) && <Holders {...holders} />}
        {record.managedBy === undefined ? outdatedPods : <ManagedNodes view={view} managedBy={record.managedBy} />}
        {!isPhone && revisions}
        <details open={!isBusy}>
          <summary>{t("rollout.facts.heading")}</summary>
          <DaemonSetFactsList record={record} nowMs={nowMs} />
        </details>
        <Joins view={view} isLive={isLive} />
        <Disagreements record={record} nowMs={nowMs} />
      </div>
    </div>
  );
}

/** The nodes that another controller has not upgraded yet, by phase. The user deletes no pod. */
function ManagedNodes({ view, managedBy }: { readonly view: DaemonSetView; readonly managedBy: ManagedRollout }) {
  const { t } = useTranslation();
  const { controller, phases } = managedBy;
  const left = phases.filter(({ phase }) => phase !== "upgraded");
  if (left.length === 0) return null;
  const isWorking = left.some(({ phase }) => phase !== "failed");
  return (
    <section aria-label={controller}>
      {isWorking ? <h2>{t("rollout.managed.title", { controller })}</h2> : null}
      {left.map(({ phase, count, nodes }) => (
        <div key={phase} className={css.pool}>
          {isWorking ? (
            <b className="strong">{t(`model.managed.${phase}`, { number: count })}</b>
          ) : (
            <h2>{t("rollout.managed.failed", { count })}</h2>
          )}
          {nodes.length === 0 ? null : <NodeButtons view={view} nodes={nodes} count={count} />}
        </div>
      ))}
    </section>
  );
}

/** Numbers of the API that differ from those of the pods and nodes for a long time. A cause that all share is in the
 *  flow above, and is not repeated. */
function Disagreements({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const { t } = useTranslation();
  const disagreements = persistentDisagreements(record, nowMs);
  if (disagreements.length === 0) return null;
  // States each cause once, next to all numbers that it explains.
  const causes = [...new Set(disagreements.map(({ cause }) => lagText(t, cause)))];
  const rows = causes.flatMap((words) =>
    disagreements
      .filter(({ cause }) => lagText(t, cause) === words)
      .map((each, at, group) => ({ ...each, words, span: at === 0 ? group.length : 0 })),
  );
  const columns: Column<(typeof rows)[number]>[] = [
    { head: t("rollout.differences.field"), cell: ({ field }) => <code>{field}</code> },
    { head: "status", className: "num", cell: ({ reported }) => countText(reported) },
    {
      head: t("rollout.differences.derived"),
      className: "num",
      cell: ({ derived }) => <span className="strong">{countText(derived)}</span>,
    },
  ];
  if (causes.length > 1) columns.push({ head: t("rollout.differences.cause"), rowSpan: ({ span }) => span, cell: ({ words }) => words });
  return (
    <section aria-label={t("rollout.differences.title")}>
      <h2>{t("rollout.differences.title")}</h2>
      <DataTable rows={rows} keyOf={({ field }) => field} columns={columns} />
    </section>
  );
}
