import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { classes } from "../../ui/theme/classes.ts";
import { pageZoom } from "../../ui/viewport/fit-canvas.ts";
import { type KeyChoices, KeyDialog } from "./KeyDialog.tsx";
import css from "./key-chooser.module.css";

const WIDTH = 440;
const MARGIN = 8;
/** With less space below, the list opens above if there is more space there. */
const MIN_HEIGHT = 300;

/** Returns the position of a button's list in the window, in CSS pixels: below the button, or above it if that has more
 *  space. */
function styleFor(button: HTMLElement): CSSProperties {
  const zoom = pageZoom();
  const box = button.getBoundingClientRect();
  const [top, bottom] = [box.top / zoom, box.bottom / zoom];
  const [width, height] = [innerWidth / zoom, innerHeight / zoom];
  const left = Math.max(MARGIN, Math.min(box.left / zoom, width - WIDTH - MARGIN));
  const isAbove = height - bottom < MIN_HEIGHT && top > height - bottom;
  return isAbove
    ? { left, bottom: height - top + 4, maxHeight: top - 4 - MARGIN }
    : { left, top: bottom + 4, maxHeight: height - bottom - 4 - MARGIN };
}

interface KeyChooserProps extends KeyChoices {
  /** The chosen keys, as shown on the button. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A button that opens a list of label keys. */
export function KeyChooser({ children, className, ...choices }: KeyChooserProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [style, setStyle] = useState<CSSProperties | undefined>(undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes("btn", css.chooser, className)}
        aria-haspopup="dialog"
        aria-expanded={style !== undefined}
        onClick={() => {
          if (button.current !== null) setStyle(styleFor(button.current));
        }}
      >
        <span className="visually-hidden">{choices.title} </span>
        {children}
        <svg width="9" height="6" viewBox="0 0 9 6" aria-hidden="true">
          <path d="m1 1 3.5 3.5L8 1" fill="none" stroke="currentColor" strokeWidth="1.3" />
        </svg>
      </button>
      {style !== undefined && <KeyDialog {...choices} style={style} onClose={() => setStyle(undefined)} />}
    </>
  );
}
