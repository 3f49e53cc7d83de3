import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { taintText, tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import { sameTaint } from "../../data/cell/cell-style.ts";
import { CheckMark } from "../../panels/causes/CheckMark.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type Agent, isSelected } from "./select-agents.ts";

type TaintCheck = Extract<PlacementCheck, { readonly kind: "taint" }>;

function outcomeWords(check: TaintCheck, t: Translate): string {
  if (check.outcome === "tolerated") return t(`node.taints.${check.tolerationOrigin === "controller" ? "controller" : "template"}`);
  return t(`node.taints.${check.outcome}`);
}

const isBlocked = ({ entry }: Agent): boolean => entry.checks.some((check) => check.kind === "taint" && !check.passed);

const markOf = ({ outcome, passed }: TaintCheck): "passed" | "failed" | "ignored" =>
  outcome === "ignored" ? "ignored" : passed ? "passed" : "failed";

function Outcome({ agent, taint, isExcused }: { readonly agent: Agent; readonly taint: Taint; readonly isExcused: boolean }) {
  const { t } = useTranslation();
  const check = agent.entry.checks.find((each): each is TaintCheck => each.kind === "taint" && sameTaint(each.taint, taint));
  if (check === undefined) return null;
  const isCalm = check.passed || isExcused;
  return (
    <span
      className={isCalm ? "i2" : undefined}
      data-tone={isCalm ? undefined : "bad"}
      title={check.toleration === undefined ? undefined : tolerationText(check.toleration)}
    >
      {isCalm && !check.passed ? null : <CheckMark kind={markOf(check)} />} {outcomeWords(check, t)}
    </span>
  );
}

interface NodeTaintTableProps {
  readonly taints: readonly Taint[];
  readonly agents: readonly Agent[];
  /** The node joins or is on its way out: a refusal is no failure (rule N2). */
  readonly isExcused: boolean;
}

/** Taints of the node and the tolerations of the DaemonSets that select it, blocked ones first. A taint blocks no pod
 *  of the others. */
export function NodeTaintTable({ taints, agents, isExcused }: NodeTaintTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      isScrolled
      rows={agents.filter(isSelected).sort((a, b) => Number(isBlocked(b)) - Number(isBlocked(a)))}
      keyOf={({ entry }) => entry.key}
      columns={[
        { head: t("node.taints.daemonSet"), isRowHead: true, cell: ({ entry }) => <BreakableText text={entry.key} /> },
        ...taints.map((taint) => ({
          head: <code>{taintText(taint)}</code>,
          cell: (agent: Agent) => <Outcome agent={agent} taint={taint} isExcused={isExcused} />,
        })),
      ]}
    />
  );
}
