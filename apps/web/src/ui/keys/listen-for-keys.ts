import { readPreferences } from "../preferences/preferences.ts";
import { commandBoard } from "./command-board.ts";
import { commandOf, isRepeated, isSingleKey } from "./key-commands.ts";

const TYPING = "input, textarea, select, [contenteditable]";

/** Elements that handle Space themselves. */
const PRESSED = "button, a, summary, [role=grid], [role=slider]";

/** Arrow keys. Outside the main content, and with Shift, they belong to the focused element. */
const ARROW = /^Arrow/;

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

/** Runs the command of each pressed key, unless the user types text, or the focused element handled the key. In an
 *  open dialog, the browser and the dialog handle the keys. */
export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const key = pressedKey(event);
    if (key === undefined || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : undefined;
    if (at?.closest(TYPING) && !key.startsWith("Mod+")) return;
    if (key === " " && at?.closest(PRESSED)) return;
    if (ARROW.test(key) && (event.shiftKey || (at !== undefined && at !== document.body && at.closest("main") === null))) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (isSingleKey(key) && !readPreferences().singleKeys) return;
    const command = commandOf(key);
    if (command === undefined || (event.repeat && !isRepeated(command))) return;
    if (commandBoard.give(command)) event.preventDefault();
  });
}
