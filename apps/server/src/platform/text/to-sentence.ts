/** Capitalizes the first word of a message, unless it is a name or a value, such as `spec.selector` or `a=b:NoRun`. */
export const toSentence = (message: string): string =>
  message.replace(/^[a-z]+(?=[ ,])/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
