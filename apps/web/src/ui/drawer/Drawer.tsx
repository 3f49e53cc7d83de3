import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CloseIcon } from "../controls/icons.tsx";
import css from "./drawer.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

/** A side panel of the page, below its verdict. It takes the focus when it opens and restores it when it closes. The
 *  link states whether it is open; `onClose` removes it from the link. */
export function Drawer({
  label,
  title,
  links,
  onClose,
  children,
}: {
  readonly label: string;
  readonly title: ReactNode;
  /** Links next to the title. */
  readonly links?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The order matters: the first hook must read the focus before the second moves it.
  useFocusReturn();
  const panel = useRef<HTMLElement>(null);
  // Another subject in the same drawer takes the focus, unless the user works in the drawer, or in a lesson that opened
  // it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label names the subject
  useEffect(() => {
    const { activeElement } = document;
    const isWorkingHere = panel.current?.contains(activeElement) !== false || activeElement?.closest("[data-lesson]");
    if (!isWorkingHere) heading.current?.focus();
  }, [label]);
  return (
    <aside ref={panel} className={css.drawer} aria-label={label} data-drawer>
      <h2 ref={heading} tabIndex={-1}>
        <span>{title}</span>
        {links}
        <button type="button" className="iconbtn" aria-label={t("explain.close")} onClick={onClose}>
          <CloseIcon />
        </button>
      </h2>
      {children}
    </aside>
  );
}
