import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText, tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import { useTranslation } from "react-i18next";
import { sameTaint } from "../../data/cell/cell-style.ts";
import { CheckMark } from "../../panels/explain/proof/marks.tsx";
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
  if (record.taints.length === 0) return <p className="i2">{t("node.taints.none")}</p>;
  return (
    <div data-wide>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("node.taints.daemonSet")}</th>
            {record.taints.map((taint) => (
              <th scope="col" key={taintText(taint)}>
                <code>{taintText(taint)}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...agents]
            .sort((a, b) => Number(isBlocked(b)) - Number(isBlocked(a)))
            .map((agent) => (
              <tr key={agent.entry.key}>
                <th scope="row">
                  <BreakableText text={agent.entry.key} />
                </th>
                {record.taints.map((taint) => (
                  <td key={taintText(taint)}>
                    <Outcome agent={agent} taint={taint} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
