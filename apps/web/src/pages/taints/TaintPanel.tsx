import { manualAction } from "@daemonscope/daemonset/actions/changes/action";
import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import { type Plan, planOf } from "@daemonscope/daemonset/actions/plan";
import { addTolerationsEdit } from "@daemonscope/daemonset/actions/remedies/remedies";
import { formatStep } from "@daemonscope/daemonset/actions/steps/format-step";
import { isKeptOut } from "@daemonscope/daemonset/placement/taints/taint-effect-on-pods";
import type { TaintCell } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isLeavingTaint, isRemovedByComponent } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { taintOriginText } from "@daemonscope/words/facts/lifecycle-text";
import { type ReactNode, useMemo } from "react";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { daemonSetView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { LastChange } from "../../panels/explain/pod/LastChange.tsx";
import { HeldTolerations } from "../../panels/explain/proof/HeldTolerations.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { misscheduledIn, type PickedCell, type TaintLine, type TaintPlan } from "./select-taints.ts";
import {
  effectOfRemoving,
  effectOfTolerating,
  noChangeSentence,
  sentences,
  taintCellText,
  taintedNodesSentence,
  toleratedBySentence,
} from "./taint-text.ts";
import { taintedNodes, withTaint } from "./tainted-nodes.ts";
import css from "./taints.module.css";

/** Adds a toleration, so that the DaemonSet may run on all nodes with the taint. */
function tolerateTaintPlan(cluster: KubectlTarget, record: DaemonSetRecord, taint: Taint): Plan {
  const set = daemonSetFactsOf(record);
  const { namespace, name, template } = set;
  const edit = addTolerationsEdit(template.tolerations, [taint]);
  const facts = { cluster, node: () => undefined, nodes: () => [], daemonSet: () => set };
  return planOf(facts, manualAction({ kind: "editDaemonSet", namespace, name, edit }));
}

/** Removes the taint from every node that has it. */
function removeTaintPlan(cluster: KubectlTarget, nodes: readonly NodeRecord[], taint: Taint): Plan {
  const text = taintText(taint);
  const tainted = new Map(nodes.filter(({ taints }) => taints.some((each) => taintText(each) === text)).map((node) => [node.name, node]));
  const facts = { cluster, node: (name: string) => tainted.get(name), nodes: () => nodes, daemonSet: () => undefined };
  return planOf(facts, manualAction({ kind: "untaint", nodes: [...tainted.keys()], taints: [taint] }));
}

/** The two ways to admit the DaemonSet, each with its effect before its command. */
function Remedies({
  cluster,
  nodes,
  plan,
  line,
  set,
  cell,
}: {
  readonly cluster: ClusterIdentity;
  readonly nodes: readonly NodeRecord[];
  readonly plan: TaintPlan;
  readonly line: TaintLine;
  readonly set: TaintsAnswer["daemonSets"][number];
  readonly cell: TaintCell;
}) {
  const { t } = useTranslation();
  const name = nameOfKey(set.key);
  const record = useCluster(({ state }) => state && daemonSetNamed(state, set.key));
  const desired = (record?.derived ?? record?.reported)?.desiredNumberScheduled ?? 0;
  const { taint } = line.row;
  const tolerateCommand = record === undefined ? undefined : tolerateTaintPlan(cluster, record, taint).kubectl;
  const removeCommand = useMemo(() => removeTaintPlan(cluster, nodes, taint).kubectl, [cluster, nodes, taint]);
  const letIn = t("taints.letIn", { name, key: taint.key });
  const [node, ...others] = withTaint(nodes, line.text);
  const takeOff = node === undefined || others.length > 0 ? t("taints.takeOff") : t("taints.takeOffNode", { node: node.name });
  return (
    <>
      {cell.kept === 0 || cell.answer === "evicts" ? null : <p>{t("taints.keptStay", { count: cell.kept })}</p>}
      <h3>{letIn}</h3>
      <p>{effectOfTolerating(t, cell, desired, record?.strategy === "OnDelete")}</p>
      {tolerateCommand === undefined ? null : <CommandLine line={tolerateCommand} label={t("taints.copy", { title: letIn })} />}
      <h3>{takeOff}</h3>
      {isConditionTaint(taint) ? (
        <p>{t("taints.managed")}</p>
      ) : isRemovedByComponent(taint) ? (
        <p>{t("taints.ofComponent", { origin: taintOriginText(t, taint) ?? "" })}</p>
      ) : (
        <>
          <p>{effectOfRemoving(t, plan, line)}</p>
          {removeCommand === undefined ? (
            <p>{t("taints.tooMany", { count: line.row.nodes })}</p>
          ) : (
            <CommandLine line={removeCommand} label={t("taints.copy", { title: takeOff })} />
          )}
        </>
      )}
    </>
  );
}

/** Folds the remedies if no pod is misscheduled, because the taint then usually does what it is for. */
function IfReserved({ name, cell, children }: { readonly name: string; readonly cell: TaintCell; readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (misscheduledIn(cell) > 0) return children;
  return (
    <>
      <p>{t("taints.reserved", { count: cell.wants })}</p>
      <details>
        <summary>{t("taints.mustRun", { count: cell.wants, name })}</summary>
        {children}
      </details>
    </>
  );
}

/** Returns the step that removes the taint from every node that has it. */
const removeTaintStep = (nodes: readonly NodeRecord[], taint: TaintLine["row"]["taint"]): Step => ({
  kind: "untaint",
  nodes: {
    kind: "names",
    names: nodes.filter(({ taints }) => taints.some((each) => taintText(each) === taintText(taint))).map(({ name }) => name),
  },
  taints: [{ key: taint.key, effect: taint.effect }],
});

/** The selected cell in words: the effect of the taint, the reason, and the changes that would alter it. */
export function TaintPanel({
  nodes,
  answer,
  plan,
  picked,
}: {
  readonly nodes: readonly NodeRecord[];
  readonly answer: TaintsAnswer;
  readonly plan: TaintPlan;
  readonly picked: PickedCell;
}) {
  const { t } = useTranslation();
  const line = plan.lines[picked.line];
  const column = plan.columns[picked.column];
  const set = column === undefined ? undefined : answer.daemonSets[column.at];
  const text = line?.text ?? "";
  const affectedNodes = useMemo(() => taintedNodes(nodes, text), [nodes, text]);
  const cluster = useCluster(({ state }) => state?.cluster);
  const taint = line?.row.taint;
  const steps = useMemo(() => (taint === undefined ? "" : formatStep(removeTaintStep(nodes, taint))), [nodes, taint]);
  const tainted = useMemo(() => withTaint(nodes, text), [nodes, text]);
  const first = useMemo(() => tainted.map(({ name }) => name).sort()[0], [tainted]);
  if (line === undefined || set === undefined) return null;
  const cell = line.cells[picked.column] ?? null;
  const name = nameOfKey(set.key);
  const isLeaving = isLeavingTaint(line.row.taint);
  const noChange = isLeaving ? undefined : noChangeSentence(t, line.row.taint, tainted, name);
  return (
    <aside className={css.panel} aria-label={t("taints.selected")}>
      <h2>
        <code>{text}</code>
        <span>
          <Unhyphenated text={taintCellText(t, name, cell, line.row.nodes)} />
        </span>
      </h2>
      <p>
        <Unhyphenated
          text={sentences(t, [
            taintedNodesSentence(t, affectedNodes, tainted.length === 1 ? first : undefined),
            toleratedBySentence(t, plan, line),
          ])}
        />
      </p>
      {first === undefined || isConditionTaint(line.row.taint) ? null : <LastChange node={first} fields={[{ kind: "taints" }]} />}
      {cell === null || cell.answer === "ignored" ? null : (
        <>
          <h3>{t("taints.tolerationsOf", { name })}</h3>
          <HeldTolerations
            taint={line.row.taint}
            tolerations={set.tolerations}
            count={set.tolerationCount}
            hostNetwork={set.hostNetwork}
            gates={answer.gates}
          />
        </>
      )}
      {isLeaving ? <p>{t("taints.leaving", { origin: taintOriginText(t, line.row.taint) ?? "" })}</p> : null}
      {cell !== null && isKeptOut(cell.answer) && cluster !== undefined && !isLeaving ? (
        noChange !== undefined ? (
          <p>{noChange}</p>
        ) : (
          <div data-of-now>
            <IfReserved key={`${text} ${set.key}`} name={name} cell={cell}>
              <Remedies cluster={cluster} nodes={nodes} plan={plan} line={line} set={set} cell={cell} />
            </IfReserved>
          </div>
        )
      ) : null}
      <p className={css.links}>
        {isConditionTaint(line.row.taint) || isLeaving || noChange !== undefined ? null : (
          <ViewLink className="btn" data-of-now view={{ ...WHAT_IF_VIEW, steps }}>
            {t("taints.whatIf")}
          </ViewLink>
        )}
        <ViewLink className="btn" view={{ ...daemonSetView(set.key), query: text }}>
          {t("taints.showNodes", { count: line.row.nodes })}
        </ViewLink>
        <ViewLink className="btn" view={daemonSetView(set.key)}>
          {t("fleet.open", { name })}
        </ViewLink>
      </p>
    </aside>
  );
}
