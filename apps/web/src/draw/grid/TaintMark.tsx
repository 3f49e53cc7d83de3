import css from "./taint-mark.module.css";
/** The taint cap as a small mark on a group's heading: one bar, two bars, or dashes. */
export function TaintMark({ effect }: { readonly effect: string }) {
  return (
    <svg width="14" height="9" className={css.mark} role="img" aria-label={effect}>
      {effect === "NoExecute" ? (
        <path d="M1 2.5h12M1 6h12" />
      ) : (
        <path d="M1 4.5h12" {...(effect === "PreferNoSchedule" ? { strokeDasharray: "3 1.5" } : {})} />
      )}
    </svg>
  );
}
