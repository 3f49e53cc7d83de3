/** Shorter texts are shown whole, because a cut would save no space. */
const MAX_WHOLE = 12;
const MAX_TAIL = 10;
const TAIL = 7;

/**
 * Returns the index where a long text splits. The end keeps the last part (`-x7f2k`, `-daemonset`) or seven characters,
 * and the beginning keeps what fits. The index is the length if the text is shown whole, and never splits a surrogate
 * pair.
 */
export function cutPoint(text: string): number {
  if (text.length <= MAX_WHOLE) return text.length;
  const separator = Math.max(text.lastIndexOf("-"), text.lastIndexOf("."), text.lastIndexOf("/"), text.lastIndexOf("="));
  const part = text.length - separator;
  const at = separator > 0 && part > 1 && part <= MAX_TAIL ? separator : text.length - TAIL;
  const isInPair = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return isInPair ? at - 1 : at;
}
