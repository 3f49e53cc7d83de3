import { useAudit } from "../../data/api/queries.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { AUDIT_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./recent-changes.module.css";

/** The number of weaknesses that no incident has shown yet. Renders nothing without an answer. */
export function AuditLine() {
  const { t } = useTranslation();
  const { data } = useAudit(useFreshness().kind === "live");
  if (data === undefined || data.findings.length === 0) return null;
  const high = data.findings.filter(({ severity }) => severity === "high").length;
  return (
    <p className={css.audit} data-of-now>
      <ViewLink view={AUDIT_VIEW}>{t(high === 0 ? "audit.line" : "audit.lineHigh", { count: data.findings.length, high })}</ViewLink>
    </p>
  );
}
