import css from "./icons.module.css";

/** An icon of one filled path on a square of 16. */
export const FilledIcon = ({ d }: { readonly d: string }) => (
  <svg className={css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="currentColor" stroke="none" />
  </svg>
);
