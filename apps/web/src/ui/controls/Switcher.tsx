import { type ComponentType, type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { LazyPart } from "../loading/LazyPart.tsx";
import { classes } from "../theme/classes.ts";
import { DownIcon } from "./icons.tsx";
import css from "./switcher.module.css";
import { useCloseOutside } from "./use-close-outside.ts";

interface SwitcherProps {
  /** Accessible name of the button: what it switches, and the current value. */
  readonly name: string;
  readonly className?: string | undefined;
  /** Renders a `SwitcherList`. Its file loads when the list first opens. */
  readonly List: ComponentType<{ readonly onClose: () => void }>;
  readonly children: ReactNode;
}

/** A button that opens a list with a search field: one of many things by name. */
export function Switcher({ name, className, List, children }: SwitcherProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useCloseOutside(anchor, isOpen, setOpen);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) close();
    else if (event.key === "ArrowDown" && !isOpen) setOpen(true);
    else return;
    // The same key must not also leave the page or move in a list.
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the button and the field inside
    <span ref={anchor} className={css.anchor} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={classes(css.button, className)}
        aria-label={name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        title={name}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
        <DownIcon />
      </button>
      {isOpen ? (
        <LazyPart about={name} onFailed={() => setOpen(false)}>
          <List onClose={close} />
        </LazyPart>
      ) : null}
    </span>
  );
}
