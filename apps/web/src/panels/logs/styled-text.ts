import { plainText } from "../../words/format/plain-text.ts";

/** The style of a stretch of a line: a number of the terminal's sixteen colours, and whether it is bold. */
interface TextStyle {
  readonly colour: number | undefined;
  readonly isBold: boolean;
}

/** A stretch of a text with its own style. */
export interface StyledStretch extends TextStyle {
  readonly from: number;
  readonly until: number;
}

interface StyledText {
  readonly text: string;
  /** In order, without overlap; empty for most lines. */
  readonly stretches: readonly StyledStretch[];
}

/** After more changes of style, the rest of a line is plain, because each stretch costs an element. */
const MAX_STRETCHES = 60;
const PLAIN: TextStyle = { colour: undefined, isBold: false };
const NONE: readonly StyledStretch[] = [];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the start of a terminal escape sequence
const HAS_SEQUENCE = /[\u001b\u009b]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the only supported escape sequence
const SELECT_GRAPHIC = /(?:\u001b\[|\u009b)([\d;:]*)m/g;

/** Returns how many numbers after 38, 48 or 58 belong to that colour: `5;n` or `2;r;g;b`. */
const extendedLength = (numbers: readonly number[], at: number): number => (numbers[at + 1] === 5 ? 2 : numbers[at + 1] === 2 ? 4 : 0);

/** Returns the style after a sequence. Only bold and the sixteen colours have an effect. Other colours remove the
 *  colour. */
function styleAfter(before: TextStyle, parameters: string): TextStyle {
  // Colons separate the parts of one attribute (`38:2::1:2:3`), which is ignored.
  const numbers = parameters
    .split(";")
    .filter((part) => !part.includes(":"))
    .map(Number);
  let { colour, isBold } = before;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if (number === 0) ({ colour, isBold } = PLAIN);
    else if (number === 1) isBold = true;
    else if (number === 22) isBold = false;
    else if (number >= 30 && number <= 37) colour = number - 30;
    else if (number >= 90 && number <= 97) colour = number - 82;
    else if (number === 39) colour = undefined;
    else if (number === 38) {
      const index256 = numbers[at + 1] === 5 ? (numbers[at + 2] ?? 16) : 16;
      colour = index256 < 16 ? index256 : undefined;
    }
    if (number === 38 || number === 48 || number === 58) at += extendedLength(numbers, at);
  }
  return { colour, isBold };
}

/** Returns container output as inert text, with its colours and bold. Every line begins plain, because lines of many
 *  containers are interleaved. */
export function styledText(written: string): StyledText {
  if (!HAS_SEQUENCE.test(written)) return { text: plainText(written), stretches: NONE };
  const stretches: StyledStretch[] = [];
  let text = "";
  let style = PLAIN;
  let from = 0;
  const appendUntil = (until: number) => {
    const piece = plainText(written.slice(from, until));
    const last = stretches.at(-1);
    const isStyled = (style.colour !== undefined || style.isBold) && piece !== "";
    if (isStyled && last?.until === text.length && last.colour === style.colour && last.isBold === style.isBold)
      stretches[stretches.length - 1] = { ...last, until: text.length + piece.length };
    else if (isStyled && stretches.length < MAX_STRETCHES)
      stretches.push({ ...style, from: text.length, until: text.length + piece.length });
    text += piece;
  };
  for (const sequence of written.matchAll(SELECT_GRAPHIC)) {
    appendUntil(sequence.index);
    style = styleAfter(style, sequence[1] ?? "");
    from = sequence.index + sequence[0].length;
  }
  appendUntil(written.length);
  // If removing a sequence exposes another one, the text stays plain without any style.
  const plain = plainText(written);
  return plain === text ? { text, stretches } : { text: plain, stretches: NONE };
}
