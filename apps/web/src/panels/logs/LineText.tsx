import type { ReactNode } from "react";
import { classes } from "../../ui/theme/classes.ts";
import css from "./log-colours.module.css";
import type { StyledStretch } from "./styled-text.ts";

const classOf = ({ colour, isBold }: StyledStretch): string => classes(colour !== undefined && css[`colour${colour}`], isBold && css.bold);

/** The text of a line, in the colours that its container set. */
export function LineText({ text, stretches }: { readonly text: string; readonly stretches: readonly StyledStretch[] }): ReactNode {
  if (stretches.length === 0) return text;
  return stretches.map((stretch, at) => (
    <span key={stretch.from}>
      {text.slice(stretches[at - 1]?.until ?? 0, stretch.from)}
      <span className={classOf(stretch)}>{text.slice(stretch.from, stretch.until)}</span>
      {at === stretches.length - 1 ? text.slice(stretch.until) : ""}
    </span>
  ));
}
