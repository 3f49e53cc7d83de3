import { cutPoint } from "../../words/format/cut-point.ts";
import { classes } from "../theme/classes.ts";
import css from "./text.module.css";

interface MiddleCutProps {
  readonly text: string;
  /** The tooltip, if it differs from the text. */
  readonly title?: string;
  /** The index where a long text splits. By default it is where names of one kind differ. */
  readonly cutAt?: number;
  readonly className?: string | undefined;
  /** Uses the surrounding font instead of the code font. */
  readonly isWord?: boolean;
}

/**
 * A name on one line. A name that is too long is cut in the middle, because names of one kind differ at both ends. The
 * title has the whole name.
 */
export function MiddleCut({ text, title = text, cutAt, className, isWord = false }: MiddleCutProps) {
  const at = cutAt ?? cutPoint(text);
  if (at === text.length)
    return (
      <span className={classes("ell", !isWord && "mono", className)} title={title}>
        {text}
      </span>
    );
  return (
    <span className={classes(css.cut, !isWord && "mono", className)} title={title}>
      <span className="visually-hidden">{text}</span>
      <span className={css.head} aria-hidden="true">
        {text.slice(0, at)}
      </span>
      <span className={css.tail} aria-hidden="true">
        {text.slice(at)}
      </span>
    </span>
  );
}
