import type { ReactNode } from "react";
import css from "./phone-bar.module.css";

/** The main buttons at the foot of a phone's screen. On wider screens they keep their normal place, and the bar does
 *  not exist. It must be the last child, because it is sticky while its parent is visible. */
export function PhoneBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.bar} data-phone-bar>
      {children}
    </div>
  );
}
