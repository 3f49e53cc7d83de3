import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CloseIcon } from "../controls/icons.tsx";
import { classes } from "../theme/classes.ts";
import css from "./dialog.module.css";

/** A modal dialog of the browser. It keeps the focus, closes on Escape and on a click outside, and restores the
 *  focus. */
export function Dialog({
  title,
  className,
  style,
  hasHead = true,
  onClose,
  children,
}: {
  readonly title: string;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly hasHead?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog that closes after its removal from the document does not restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      // React drops events during a commit, so that the element would not learn of its restored focus.
      const restored = document.activeElement;
      queueMicrotask(() => {
        if (restored === document.activeElement) restored?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className={classes(css.dialog, className)}
      style={style}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={css.body}>
        {hasHead && (
          <header className={css.head}>
            <h2>{title}</h2>
            <button type="button" className="iconbtn" aria-label={t("palette.close")} onClick={onClose}>
              <CloseIcon />
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
