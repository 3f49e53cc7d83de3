/** Capitalizes a first word of lower-case letters before a space or a comma, and ends the message with a full stop.
 *  Other first words, such as `spec.selector` or `a=b:NoRun`, are names or values and stay unchanged. */
export const toSentence = (message: string): string =>
  message.replace(/^[a-z]+(?=[ ,])/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).replace(/[^.?!…]$/, "$&.");
