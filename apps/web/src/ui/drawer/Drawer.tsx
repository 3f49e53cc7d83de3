import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
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
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={css.drawer} aria-label={label} data-drawer>
      <h2 ref={heading} tabIndex={-1}>
        <span>{title}</span>
        <span className="grow" />
        {links}
        <button type="button" className="iconbtn" aria-label={t("explain.close")} onClick={onClose}>
          <CloseIcon />
        </button>
      </h2>
      {children}
    </aside>
  );
}
