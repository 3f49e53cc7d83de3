import type { ReactNode } from "react";
import css from "./phone-bar.module.css";

/** At the foot of a phone's screen, what one came to press; elsewhere it stands where it belongs, and this is not there. Last in what it is of: it sticks while that is in sight. */
export function PhoneBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.bar} data-phone-bar>
      {children}
    </div>
  );
}
