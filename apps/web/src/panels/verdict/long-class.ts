import css from "./verdict.module.css";

/** A longer headline has two lines of smaller type between 601 and 1400 px. In columns: a Chinese character has two. */
const MAX_LARGE_COLUMNS = 56;
/** A headline that is longer than this has them up to 1800 px. */
const MAX_WIDE_COLUMNS = 70;

/** Returns the classes of a headline of this width. */
export const longClass = (columns: number): string =>
  [columns > MAX_LARGE_COLUMNS ? css.long : "", columns > MAX_WIDE_COLUMNS ? css.longer : ""].join(" ").trim();
