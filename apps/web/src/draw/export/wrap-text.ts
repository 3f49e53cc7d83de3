/** Wraps a text in lines of at most `width`, between words. A wider word is broken, and nothing is left out.
 *  `widthOf`: in CSS pixels. Pure. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const put = (part: string) => {
    if (widthOf((line + part).trimEnd()) <= width || line === "") line += part;
    else {
      lines.push(line.trimEnd());
      line = part.trimStart();
    }
  };
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(word.trimEnd()) <= width) put(word);
    else for (const character of word) put(character);
  }
  return [...lines, line.trimEnd()];
}
