import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText, tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import { useTranslation } from "react-i18next";
import { sameTaint } from "../../data/cell/cell-style.ts";
import { CheckMark } from "../../panels/causes/CheckMark.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { type Agent, isSelected } from "./select-agents.ts";

type TaintCheck = Extract<PlacementCheck, { readonly kind: "taint" }>;

function outcomeWords(check: TaintCheck, t: Translate): string {
  if (check.outcome === "tolerated") return t(`node.taints.${check.tolerationOrigin === "controller" ? "controller" : "template"}`);
  return t(`node.taints.${check.outcome}`);
}

const isBlocked = (agent: Agent): boolean =>
  isSelected(agent) && agent.entry.checks.some((check) => check.kind === "taint" && !check.passed);

/** A taint blocks no pod of a DaemonSet that does not select the node. */
function markOf({ outcome, passed }: TaintCheck, selected: boolean): "passed" | "failed" | "ignored" {
  if (outcome === "ignored" || (!passed && !selected)) return "ignored";
  return passed ? "passed" : "failed";
}

function Outcome({ agent, taint }: { readonly agent: Agent; readonly taint: Taint }) {
  const { t } = useTranslation();
  const check = agent.entry.checks.find((each): each is TaintCheck => each.kind === "taint" && sameTaint(each.taint, taint));
  if (check === undefined) return null;
  return (
    <span
      className={check.passed ? "i2" : undefined}
      data-tone={check.passed ? undefined : isSelected(agent) ? "bad" : "quiet"}
      title={check.toleration === undefined ? undefined : tolerationText(check.toleration)}
    >
      <CheckMark kind={markOf(check, isSelected(agent))} /> {outcomeWords(check, t)}
    </span>
  );
}

/** The node's taints and the tolerations of every DaemonSet, blocked ones first. */
export function NodeTaintTable({ record, agents }: { readonly record: NodeRecord; readonly agents: readonly Agent[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      isScrolled
      rows={[...agents].sort((a, b) => Number(isBlocked(b)) - Number(isBlocked(a)))}
      keyOf={({ entry }) => entry.key}
      columns={[
        { head: t("node.taints.daemonSet"), isRowHead: true, cell: ({ entry }) => <BreakableText text={entry.key} /> },
        ...record.taints.map((taint) => ({
          head: <code>{taintText(taint)}</code>,
          cell: (agent: Agent) => <Outcome agent={agent} taint={taint} />,
        })),
      ]}
    />
  );
}
