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

/** A taint that keeps an agent off is no failure, and has no mark. */
function Outcome({ agent, taint }: { readonly agent: Agent; readonly taint: Taint }) {
  const { t } = useTranslation();
  const check = agent.entry.checks.find((each): each is TaintCheck => each.kind === "taint" && sameTaint(each.taint, taint));
  if (check === undefined) return null;
  return (
    <span className="i2" title={check.toleration === undefined ? undefined : tolerationText(check.toleration)}>
      {check.passed ? <CheckMark kind={check.outcome === "ignored" ? "ignored" : "passed"} /> : null} {outcomeWords(check, t)}
    </span>
  );
}

interface NodeTaintTableProps {
  readonly taints: readonly Taint[];
  readonly agents: readonly Agent[];
}

/** Taints of the node and the tolerations of the DaemonSets that select it, blocked ones first. A taint blocks no pod
 *  of the others. */
export function NodeTaintTable({ taints, agents }: NodeTaintTableProps) {
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
          cell: (agent: Agent) => <Outcome agent={agent} taint={taint} />,
        })),
      ]}
    />
  );
}
