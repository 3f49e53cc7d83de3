/** Shorter texts are shown whole: two ends of them would say no more. */
const LONGEST_WHOLE = 12;
const LONGEST_TAIL = 9;
const TAIL = 7;

/** Where a text is parted when it has no room: its last part (`-x7f2k`, `.internal`) or its last seven characters stay, and as much of its beginning as
 *  fits. Its length when it is shown whole. Never parts a surrogate pair. */
export function cutPoint(text: string): number {
  if (text.length <= LONGEST_WHOLE) return text.length;
  const separator = Math.max(text.lastIndexOf("-"), text.lastIndexOf("."), text.lastIndexOf("/"), text.lastIndexOf("="));
  const part = text.length - separator;
  const at = separator > 0 && part > 1 && part <= LONGEST_TAIL ? separator : text.length - TAIL;
  const isInPair = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return isInPair ? at - 1 : at;
}
