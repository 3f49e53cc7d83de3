import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CloseIcon } from "../controls/icons.tsx";
import css from "./drawer.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

/** What somebody asked for, beside the page and under its verdict, never over that: takes the focus when it comes and gives it back when it goes. Whether it is
 *  open is in the link; `onClose` takes it out. */
export function Drawer({
  label,
  title,
  links,
  onClose,
  children,
}: {
  readonly label: string;
  readonly title: ReactNode;
  /** Beside the title: where else one may go. */
  readonly links?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // In this order: it must see where the focus was.
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
