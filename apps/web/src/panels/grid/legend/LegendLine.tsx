import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../../../ui/theme/classes.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./legend.module.css";

/** Returns the number of entries below the visible lines. */
function countHidden(line: Element): number {
  const entries = [...line.querySelectorAll<HTMLElement>("fieldset > *, :scope > span")];
  return entries.filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2 > line.clientHeight).length;
}

/** The entries of a legend on one line, two on a phone. If some do not fit, a button gives their number, and shows
 *  all. */
export function LegendLine({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // Another width renders it again.
  useElementBox(box);
  const [hidden, setHidden] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  // Each count has another width.
  useLayoutEffect(() => {
    const line = box.current?.firstElementChild;
    if (line && !isOpen) setHidden(countHidden(line));
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it closes when the focus leaves it
    <div
      ref={box}
      className={css.legend}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <div className={classes(css.line, isOpen && css.open)}>{children}</div>
      {hidden === 0 ? null : (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          title={t("grid.labels.more", { count: hidden })}
          onClick={() => setIsOpen(!isOpen)}
        >
          +{countText(hidden)}
        </button>
      )}
    </div>
  );
}
