const LETTER_PX = 6.2;
/** Width of a Chinese character or punctuation mark. */
const WIDE_LETTER_PX = 11.5;
/** Width of the handle to each side, with a margin. */
const HANDLE_PX = 9;
/** Space between a mark and its label. */
export const GAP_PX = 6;
/** Space between two labels. */
const BETWEEN_PX = 8;

const widthOfLetter = (letter: string): number => (letter >= "\u2e80" ? WIDE_LETTER_PX : LETTER_PX);
/** Returns the approximate width of a text in the smallest type size, CSS pixels at a root size of 16 px. */
export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0);

export interface MarkLabel {
  /** Position of the mark. */
  readonly x: number;
  readonly text: string;
  /** The label with the smallest rank gets its space first. */
  readonly rank: number;
}

interface LabelSpace {
  /** Labels are between these positions. */
  readonly from: number;
  readonly to: number;
  readonly handleX: number;
}

/** Returns the start of each label; undefined if there is no space for its whole text. A label is after its mark,
 *  otherwise before it, or after a handle that is at the mark. Labels never overlap. O(labels²). */
export function placeLabels(labels: readonly MarkLabel[], { from, to, handleX }: LabelSpace): readonly (number | undefined)[] {
  const taken = [{ from: handleX - HANDLE_PX, to: handleX + HANDLE_PX }];
  const starts: (number | undefined)[] = labels.map(() => undefined);
  for (const [at, { x, text }] of [...labels.entries()].sort(([, a], [, b]) => a.rank - b.rank || b.x - a.x)) {
    const width = widthOf(text);
    const isAtHandle = Math.abs(handleX - x) <= HANDLE_PX;
    const starting = [x + GAP_PX, ...(isAtHandle ? [handleX + HANDLE_PX] : []), x - GAP_PX - width].find(
      (start) => start >= from && start + width <= to && taken.every((each) => start + width <= each.from || each.to <= start),
    );
    if (starting === undefined || width === 0) continue;
    taken.push({ from: starting - BETWEEN_PX, to: starting + width + BETWEEN_PX });
    starts[at] = starting;
  }
  return starts;
}
