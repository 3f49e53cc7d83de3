/** The filter of the bar. */
export const filter = {
  ofFleet: "Names, namespaces, states, causes, images and pods",
  help: "A regular expression; ! before it keeps the rest; -l a label selector; -f letters in order",
  pattern: "Not a regular expression: looked for letter for letter",
  selector: "Not a label selector: looked for letter for letter",
} as const;
