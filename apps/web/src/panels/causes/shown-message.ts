import { plainText } from "../../words/format/plain-text.ts";

/** An API message may have a megabyte. */
const MAX_SHOWN_CHARACTERS = 1200;

interface ShownMessage {
  readonly text: string;
  /** UTF-16 code units of the message that are not shown. */
  readonly hidden: number;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Returns the beginning of an API message as inert text. Its line breaks stay. */
export function shownMessage(message: string): ShownMessage {
  let end = Math.min(message.length, MAX_SHOWN_CHARACTERS);
  if (end < message.length && isHighSurrogate(message.charCodeAt(end - 1))) end--;
  const text = message.slice(0, end).split(/\r?\n/).map(plainText).join("\n");
  return { text, hidden: message.length - end };
}
