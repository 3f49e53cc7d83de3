import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { FilledIcon } from "../../ui/controls/filled-icons.tsx";
import { useCloseOutside } from "../../ui/controls/use-close-outside.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./timeline.module.css";

const MoreIcon = () => <FilledIcon d="M2.300 6.800h2.400v2.400H2.300zM6.800 6.800h2.400v2.400H6.800zM11.300 6.800h2.400v2.400h-2.400z" />;

/** The rare actions of the timeline, behind one button. A press outside, Escape or a choice closes the list. */
export function DockMenu({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useCloseOutside(box, isOpen, setOpen);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    // Escape closes the list and must not also leave the page.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div ref={box} className={css.menu}>
      <button
        ref={opener}
        type="button"
        className="iconbtn"
        aria-label={t("timeline.actions")}
        title={t("timeline.actions")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        <MoreIcon />
      </button>
      <div
        role="group"
        aria-label={t("timeline.actions")}
        hidden={!isOpen}
        className={css.list}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(false)}
      >
        {children}
      </div>
    </div>
  );
}

interface MenuActionProps {
  readonly label: string;
  /** Undefined if the action is not available now. */
  readonly run: (() => void) | undefined;
}

export function MenuAction({ label, run }: MenuActionProps) {
  return (
    <button type="button" aria-disabled={run === undefined} onClick={run}>
      {label}
    </button>
  );
}
