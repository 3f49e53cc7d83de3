/** Shorter text does not identify a node. */
const MIN_LABEL_PX = 84;
const LETTER_PX = 6.2;
/** Width of a Chinese character or punctuation mark. */
const WIDE_LETTER_PX = 11.5;
/** Width of the handle to each side, with a margin. */
const HANDLE_PX = 9;

const widthOfLetter = (letter: string): number => (letter >= "\u2e80" ? WIDE_LETTER_PX : LETTER_PX);
/** Returns the approximate width of a text in the smallest type size, CSS pixels at a root size of 16 px. */
export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0);

/** Returns as much of a label as fits; empty if too little fits. */
function cutTo(text: string, room: number): string {
  if (room < MIN_LABEL_PX) return "";
  const letters = [...text];
  let left = room;
  for (const [at, letter] of letters.entries()) {
    left -= widthOfLetter(letter);
    if (left < 0)
      return `${letters
        .slice(0, at - 1)
        .join("")
        .trimEnd()}…`;
  }
  return text;
}

/** Returns the words of a mark and their start: as many as fit, and never under the handle. If the handle would cover
 *  them, they start after it, or end before it if more fits there. */
export function fittingLabel(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  handleX: number,
): { readonly x: number; readonly text: string } {
  const fullText = cutTo(text, to - from);
  if (handleX + HANDLE_PX <= from || handleX - HANDLE_PX >= from + widthOf(fullText)) return { x: from, text: fullText };
  const before = cutTo(text, handleX - HANDLE_PX - from);
  const behind = cutTo(text, to - handleX - HANDLE_PX);
  return behind.length < before.length ? { x: from, text: before } : { x: handleX + HANDLE_PX, text: behind };
}
