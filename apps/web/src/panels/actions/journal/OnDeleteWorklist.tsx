import { deletePodsPlan } from "@daemonscope/daemonset/actions/delete-pods";
import { actsAlone } from "@daemonscope/daemonset/records/ownership";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ActionQuestion } from "@daemonscope/shared/http/actions";
import { type ClusterState, daemonSetNamed, nodeNamed, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { managedText } from "@daemonscope/words/facts/managed-text";
import { ownershipText } from "@daemonscope/words/facts/ownership-text";
import { type ReactNode, useMemo, useState } from "react";
import { useDaemonSetPods } from "../../../data/api/queries.ts";
import { cellStyleOf } from "../../../data/cell/cell-style.ts";
import { useClusterView, useNow } from "../../../data/hooks/cluster-context.ts";
import { groupingWords } from "../../../data/rows/grouping-text.ts";
import { groupingsOf } from "../../../data/rows/groupings.ts";
import { navigate } from "../../../data/url/navigation.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { copyText } from "../../../ui/announce/copy-text.ts";
import { CopyButton, CopyIcon } from "../../../ui/controls/CopyButton.tsx";
import { PhoneBar } from "../../../ui/controls/PhoneBar.tsx";
import { rovingTabIndex } from "../../../ui/controls/roving-tab-index.ts";
import { EmptyState } from "../../../ui/empty/EmptyState.tsx";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { PHONE, useMedia } from "../../../ui/theme/use-media.ts";
import { ageSince } from "../../../words/format/age-text.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { FilterChips } from "../../filters/FilterChips.tsx";
import { PlanButton } from "../PlanButton.tsx";
import { BatchControls } from "../plan/BatchControls.tsx";
import { useActions } from "../plan/use-plan.ts";
import { useWriteAccess } from "../use-write-access.ts";
import { ActionList, ActionsHeading } from "./ActionList.tsx";
import { actionsNear, actionsOf, activeBatch } from "./actions-of-object.ts";
import { type OnDeleteGroup, shareOf, toggled, worklistGroups } from "./on-delete-rows.ts";
import { RunningBatch } from "./RunningBatch.tsx";
import css from "./worklist.module.css";

const POLL_INTERVAL_MS = 1500;
/** More rows are only counted, so that a group is no longer than a page. */
const MAX_ROWS = 100;

interface GroupProps {
  readonly group: OnDeleteGroup;
  readonly selected: ReadonlySet<string>;
  readonly nowMs: number;
  readonly commandOf: (pods: readonly string[]) => string | undefined;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** The old pods of one group, in the given order. */
function Group({ group, selected, nowMs, commandOf, onSelect }: GroupProps) {
  const { t } = useTranslation();
  const pods = group.rows.map(({ pod }) => pod);
  const share = shareOf(selected, pods);
  const name = group.name === "" ? t("grid.noValue") : group.name;
  return (
    <section className={css.group} aria-label={name}>
      <h3>
        <label>
          <input
            type="checkbox"
            checked={share === "all"}
            ref={(box) => {
              if (box !== null) box.indeterminate = share === "some";
            }}
            onChange={() => onSelect(toggled(selected, pods))}
          />
          {name}
        </label>
        <span className="i3">{t("acting.worklist.oldOf", { count: group.rows.length, all: group.nodes })}</span>
        <span className="grow" />
        <span className={`i3 ${css.age}`}>{t("acting.worklist.age")}</span>
      </h3>
      <ul {...rovingTabIndex}>
        {group.rows.slice(0, MAX_ROWS).map(({ node, pod, byte, createdAtMs }) => {
          const command = commandOf([pod]);
          return (
            <li key={pod} className={classes(css.podRow, selected.has(pod) && css.selected)}>
              <label>
                <input type="checkbox" checked={selected.has(pod)} onChange={() => onSelect(toggled(selected, [pod]))} />
                <CellSwatch look={cellStyleOf(byte, undefined)} size={14} />
                <MiddleCut text={node} />
                <code>
                  <MiddleCut text={pod} />
                </code>
              </label>
              <span className="num i2">{ageSince(t, createdAtMs, nowMs)}</span>
              {command === undefined ? <span /> : <CopyButton text={command} label={t("acting.worklist.copyOne", { pod })} />}
            </li>
          );
        })}
      </ul>
      {group.rows.length > MAX_ROWS ? <p className="i3">{t("acting.worklist.more", { count: group.rows.length - MAX_ROWS })}</p> : null}
    </section>
  );
}

type BatchOptions = NonNullable<ActionQuestion["batch"]>;

interface ToolsProps {
  readonly view: DaemonSetView;
  readonly state: ClusterState;
  /** Undefined until the server has answered. */
  readonly oldCount: number | undefined;
  readonly selected: readonly string[];
  readonly waves: BatchOptions;
  readonly onWaves: (waves: BatchOptions) => void;
  readonly commandOf: (pods: readonly string[]) => string | undefined;
  /** The button that opens the plan; null on a phone, where it is in the bottom bar. */
  readonly children: ReactNode;
}

/** The batch size, the stop at a failure, the commands and the button that opens the plan. */
function Tools({ view, state, oldCount, selected, waves, onWaves, commandOf, children }: ToolsProps) {
  const { t } = useTranslation();
  const nodes = nodesOf(state);
  const groupings = useMemo(() => groupingsOf(nodes), [nodes]);
  const lines = selected.map((pod) => commandOf([pod])).filter((line) => line !== undefined);
  return (
    <div className={css.worklistTools}>
      <h2>{oldCount === undefined ? t("acting.worklist.oldPods") : t("acting.worklist.old", { count: oldCount })}</h2>
      <label>
        <span className="i3">{t("grid.by")}</span>{" "}
        <select value={view.group} onChange={(event) => navigate({ ...view, group: event.target.value }, { replace: true })}>
          {[...new Set([view.group, ...groupings])].map((each) => (
            <option key={each} value={each}>
              {groupingWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      <FilterChips view={view} />
      <span className="i3">{t("acting.worklist.oldestFirst")}</span>
      <span className="i2" role="status">
        {t("acting.worklist.selected", { count: selected.length })}
      </span>
      <label>
        <input
          type="number"
          min={1}
          max={100}
          value={waves.atOnce}
          onChange={(event) => onWaves({ ...waves, atOnce: Math.min(100, Math.max(1, Math.round(Number(event.target.value)) || 1)) })}
        />{" "}
        {t("acting.worklist.atATime")}
      </label>
      <label>
        <input
          type="checkbox"
          checked={waves.stopAtFailure}
          onChange={(event) => onWaves({ ...waves, stopAtFailure: event.target.checked })}
        />{" "}
        {t("acting.worklist.stop")}
      </label>
      {lines.length === 0 ? null : (
        <button type="button" className="btn quiet" onClick={() => void copyText(lines.join("\n"))}>
          <CopyIcon /> {t("acting.worklist.commands", { count: lines.length })}
        </button>
      )}
      {children}
      {lines.length < 2 ? null : <p className={css.commandsMean}>{t("acting.worklist.commandsMean", { count: lines.length })}</p>}
    </div>
  );
}

interface DeletePodsButtonProps {
  readonly view: DaemonSetView;
  readonly selected: readonly string[];
  readonly waves: BatchOptions;
  /** Why none may be deleted now. */
  readonly notNow: string | undefined;
}

/** Opens the plan to delete the selected pods. */
function DeletePodsButton({ view, selected, waves, notNow }: DeletePodsButtonProps) {
  const { t } = useTranslation();
  return (
    <PlanButton
      question={{ steps: [{ kind: "deletePods", namespace: view.namespace, pods: selected }], batch: waves }}
      title={t("acting.worklist.delete", { count: selected.length, name: view.name })}
      verb={t("acting.worklist.verb", { count: selected.length })}
      label={t("acting.worklist.open", { count: selected.length })}
      notNow={notNow}
    />
  );
}

/** With OnDelete: the pods that wait for a user, oldest first, and the running deletions. */
export function OnDeleteWorklist({ view }: { readonly view: DaemonSetView }) {
  const { state } = useClusterView();
  const record = state === undefined ? undefined : daemonSetNamed(state, `${view.namespace}/${view.name}`);
  return state === undefined || record === undefined ? null : <WorklistContent view={view} state={state} record={record} />;
}

function WorklistContent({
  view,
  state,
  record,
}: {
  readonly view: DaemonSetView;
  readonly state: ClusterState;
  readonly record: DaemonSetRecord;
}) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const isOpen = useWriteAccess()?.kind === "yes";
  const isPhone = useMedia(PHONE);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [waves, setWaves] = useState<BatchOptions>({ atOnce: 1, stopAtFailure: true });
  const { data, error } = useDaemonSetPods(view.namespace, view.name, record);
  const actions = useActions(isOpen, POLL_INTERVAL_MS).data?.actions ?? [];
  const batch = activeBatch(actionsOf(actions, view.namespace, view.name));
  const groups = useMemo(
    () => (data === undefined ? [] : worklistGroups(data, (node) => nodeNamed(state, node), view.group)),
    [data, state, view.group],
  );
  const oldPods = groups.flatMap(({ rows }) => rows.map(({ pod }) => pod));
  // A selected pod that no longer exists is deselected.
  const selected = oldPods.filter((pod) => chosen.has(pod));
  const { newPodsFail = false } = record;
  const commandOf = (pods: readonly string[]) => (newPodsFail ? undefined : deletePodsPlan(state.cluster, view.namespace, pods)?.kubectl);
  const isRunning = batch !== undefined && batch.state.kind !== "partly";
  const notNow =
    (newPodsFail ? t("rollout.worklist.fails") : undefined) ??
    (selected.length === 0 ? t("acting.worklist.selectFirst") : undefined) ??
    (isRunning ? t("acting.worklist.afterThis") : undefined);
  const deletion = <DeletePodsButton view={view} selected={selected} waves={waves} notNow={notNow} />;
  return (
    <>
      <div className={css.worklist}>
        <div>
          {batch === undefined ? null : (
            <RunningBatch record={batch} daemonSet={record.key}>
              {isPhone ? null : <BatchControls record={batch} />}
            </RunningBatch>
          )}
          {record.managedBy === undefined || oldPods.length === 0 ? null : (
            <p>
              <b>{managedText(t, record.managedBy, record)}</b>{" "}
              <span className="i2">{t("acting.worklist.drivenBy", { controller: record.managedBy.controller })}</span>
            </p>
          )}
          {record.ownership === undefined || !actsAlone(record.ownership) ? null : (
            <p className="i2">{t("laterModel.owner.by", { owner: ownershipText(t, record.ownership) })}</p>
          )}
          {newPodsFail ? <p>{t("rollout.worklist.fails")}</p> : null}
          {record.strategy === "OnDelete" ? null : <p className="i2">{t("acting.worklist.notOnDelete")}</p>}
          <Tools
            view={view}
            state={state}
            oldCount={data === undefined ? undefined : oldPods.length}
            selected={selected}
            waves={waves}
            onWaves={setWaves}
            commandOf={commandOf}
          >
            {isPhone ? null : deletion}
          </Tools>
          {error === null || data !== undefined ? null : <p role="alert">{error.message}</p>}
          {data === undefined && error === null ? <p role="status">{t("acting.worklist.asking")}</p> : null}
          {data !== undefined && oldPods.length === 0 ? <EmptyState title={t("acting.worklist.none")} cells="available" /> : null}
          <div className={css.groups}>
            {groups.map((group) => (
              <Group key={group.name} group={group} selected={chosen} nowMs={nowMs} commandOf={commandOf} onSelect={setChosen} />
            ))}
          </div>
        </div>
        {isOpen ? (
          <aside aria-label={t("acting.actions.title")}>
            <ActionsHeading />
            <ActionList records={actionsNear(actions, view)} nowMs={nowMs} />
          </aside>
        ) : null}
      </div>
      {isPhone ? <PhoneBar>{isRunning ? <BatchControls record={batch} /> : deletion}</PhoneBar> : null}
    </>
  );
}
