import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import type { AuditFinding } from "@daemonscope/daemonset/audit/finding";
import { auditReason, auditRemedy, auditSection } from "@daemonscope/words/facts/audit-text";
import { daemonSetView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { PlanButton } from "../../panels/actions/PlanButton.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./audit.module.css";

/** The effect and the plan of a remedy. */
function Remedy({ finding, mayPlan }: { readonly finding: AuditFinding; readonly mayPlan: boolean }) {
  const { t } = useTranslation();
  const { daemonSet, remedy } = finding;
  const text = auditRemedy(t, finding);
  return (
    <div className={css.buttons}>
      <span>{text}</span>
      {remedy.length === 0 ? null : (
        <>
          <ViewLink className="btn" view={{ ...WHAT_IF_VIEW, steps: formatSteps(remedy) }}>
            {t("chrome.whatIf")}
          </ViewLink>
          {mayPlan ? <PlanButton question={{ steps: remedy }} title={`${daemonSet}: ${text}`} verb={text} /> : null}
        </>
      )}
    </div>
  );
}

interface FindingGroupProps {
  readonly findings: readonly [AuditFinding, ...AuditFinding[]];
  /** False if the user may not act. The page states the reason once. */
  readonly mayPlan: boolean;
}

const SeverityMark = ({ severity }: Pick<AuditFinding, "severity">) => {
  const { t } = useTranslation();
  return (
    <b className={css.severity} data-severity={severity}>
      {t(`laterModel.audit.severity.${severity}`)}
    </b>
  );
};

/** The findings of one check. Their severity is in the heading, or in each row if the severities differ. */
export function FindingGroup({ findings, mayPlan }: FindingGroupProps) {
  const { t, i18n } = useTranslation();
  const [first] = findings;
  const { severity, fact } = first;
  const title = t(`laterModel.audit.title.${fact.check}`);
  const isMixed = findings.some((found) => found.severity !== severity);
  const [reason, ...others] = new Set(findings.map((found) => auditReason(t, found)));
  const isShared = findings.length > 1 && others.length === 0;
  const folder = i18n.language === "en" ? "" : `${i18n.language}/`;
  return (
    <section className={css.group} aria-label={title}>
      <h2>
        {isMixed ? null : <SeverityMark severity={severity} />} {title}{" "}
        <a className="link" href={`docs/${folder}${auditSection(first)}`} target="_blank" rel="noopener">
          {t("audit.docs")}
        </a>
      </h2>
      {isShared ? <p className={css.reason}>{reason}</p> : null}
      <DataTable
        isStacked
        className={classes(css.findings, isShared && css.shared)}
        label={title}
        rows={findings}
        keyOf={({ daemonSet }) => daemonSet}
        columns={[
          {
            head: t("audit.daemonSet"),
            isRowHead: true,
            className: css.name,
            cell: (found) => (
              <span className={css.named}>
                <ViewLink view={daemonSetView(found.daemonSet)}>{found.daemonSet}</ViewLink>{" "}
                {isMixed ? <SeverityMark severity={found.severity} /> : null}
              </span>
            ),
          },
          ...(isShared ? [] : [{ head: t("audit.reason"), className: css.reason, cell: (found: AuditFinding) => auditReason(t, found) }]),
          ...(findings.every(({ nodeCount }) => nodeCount === 0)
            ? []
            : [
                {
                  head: t("audit.nodes"),
                  className: `num ${css.nodes}`,
                  cell: ({ nodeCount, nodes }: AuditFinding) =>
                    nodeCount === 0 ? null : <span title={nodes.join("\n")}>{t("clusters.nodeCount", { count: nodeCount })}</span>,
                },
              ]),
          { head: t("audit.remedy"), className: css.remedy, cell: (found) => <Remedy finding={found} mayPlan={mayPlan} /> },
        ]}
      />
    </section>
  );
}
