import type { Placement } from "@daemonscope/daemonset/placement/placement";
import { useTranslation } from "react-i18next";
import css from "./explain.module.css";
import { CheckMark } from "./marks.tsx";
import { type ComparedTolerations, checkKinds, Proof } from "./Proof.tsx";

/** The passing checks, as one line that expands to all of them. */
export function PassingChecks({ placement, ...held }: { readonly placement: Placement } & ComparedTolerations) {
  const { t } = useTranslation();
  const { deciding, passing } = checkKinds(placement);
  if (passing.length === 0) return null;
  return (
    <details className={css.passing}>
      <summary>
        <CheckMark kind="passed" />
        {deciding.length === 0 ? <b>{t("explain.belongs")}</b> : null}
        <span className="i2">{t(deciding.length === 0 ? "explain.allPass" : "explain.othersPass", { count: passing.length })}</span>
        <span className={css.show}>{t("explain.show")}</span>
      </summary>
      <Proof placement={placement} kinds={passing} {...held} />
    </details>
  );
}
