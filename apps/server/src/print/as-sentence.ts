/** A message as a sentence: its first word begins large, unless it is a name or a value that somebody wrote, such as `spec.selector` or `a=b:NoRun`. */
export const asSentence = (message: string): string =>
  message.replace(/^[a-z]+(?=[ ,])/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
