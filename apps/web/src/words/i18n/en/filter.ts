/** The filter of the top bar. */
export const filter = {
  help: "A regular expression; ! before it keeps the rest; -l a label selector; -f letters in order",
  pattern: "Not a regular expression: searched for literally",
  selector: "Not a label selector: searched for literally",
} as const;
