import type { ReactNode } from "react";
import css from "./proof/explain.module.css";

/** The cause of a problem, then what is known about this occurrence. */
export function CauseLine({ cause, known }: { readonly cause: ReactNode; readonly known: string }) {
  return (
    <p className={css.cause}>
      <b>{cause}</b> <span className="i2">{known}</span>
    </p>
  );
}
