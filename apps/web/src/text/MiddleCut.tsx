import { classes } from "../theme/classes.ts";
import { cutPoint } from "./cut-point.ts";
import css from "./text.module.css";

interface MiddleCutProps {
  readonly text: string;
  /** In the place of the text, where that is short for something. */
  readonly title?: string;
  /** Where the text is parted if it has no room; default: as names of one kind differ. */
  readonly cutAt?: number;
  readonly className?: string | undefined;
  /** In the font around it: a word of the page, or a name in code. */
  readonly isWord?: boolean;
}

/** A name in one line: cut in its middle where it has no room, so that both of its ends stay; the whole is in the title. Names of one kind differ at their ends. */
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
