/** Characters of Chinese and Japanese keyboards for the page's keys, besides the full-width forms of ASCII. */
const CJK_PUNCTUATION: Readonly<Record<string, string>> = { "。": ".", "、": "/" };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/** Returns the name of the pressed key: one character as typed (`y`, `C`, `?`), a named key (`Escape`), or `Mod+k`
 *  with Ctrl or Command. Full-width forms count as their ASCII ones. Undefined while an input method composes, and
 *  with Alt, which types characters on many keyboards. */
export function pressedKey({ key, ctrlKey, metaKey, altKey, isComposing }: Press): string | undefined {
  if (isComposing || altKey || key === "Process" || key === "Dead") return undefined;
  const plain = [...key].length === 1 ? (CJK_PUNCTUATION[key] ?? key.normalize("NFKC")) : key;
  return ctrlKey || metaKey ? `Mod+${plain.toLowerCase()}` : plain;
}
