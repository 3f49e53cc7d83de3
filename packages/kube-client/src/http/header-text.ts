import { Buffer } from "node:buffer";

const CONTROL = /[^\P{Cc}\t]|\p{Surrogate}/u;

/** The end of a sentence about a value that `headerText` refuses. */
export const NO_HEADER = "holds a character that no HTTP header can carry";

/** Returns a header value as client-go sends it: its UTF-8 bytes, which Node takes as Latin-1. Returns undefined for
 *  a value with a control character except the tab, or with half of a surrogate pair. */
export function headerText(value: string): string | undefined {
  return CONTROL.test(value) ? undefined : Buffer.from(value, "utf8").toString("latin1");
}
