import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";

/** Passed, failed, or ignored: a shape first, then a colour. The word is for screen readers. */
export function CheckMark({ kind }: { readonly kind: "passed" | "failed" | "ignored" }) {
  const { t } = useTranslation();
  const path = kind === "passed" ? "m2.5 7.5 3 3 6-7" : kind === "failed" ? "m3 3 8 8M11 3l-8 8" : "M3 7h8";
  const colour = kind === "passed" ? "var(--text-available)" : kind === "failed" ? "var(--text-failing)" : "var(--ink-3)";
  return (
    <svg className={css.mark} data-kind={kind} viewBox="0 0 14 14" role="img" aria-label={t(`explain.mark.${kind}`)}>
      <path d={path} fill="none" stroke={colour} strokeWidth="2" />
    </svg>
  );
}
