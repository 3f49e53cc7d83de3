/** Continues after `error:` or `Warning:`, as in kubectl: the first word is lower-case unless it is a name, and a last
 *  full stop is dropped. */
export const toClause = (message: string): string =>
  message.replace(/^(?!Kubernetes\b)[A-Z][a-z]*(?=[ ,])/, (word) => word.toLowerCase()).replace(/(?<![.…])\.$/, "");
