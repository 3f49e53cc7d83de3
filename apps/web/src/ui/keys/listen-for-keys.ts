import { readPreferences } from "../preferences/preferences.ts";
import { commandBoard } from "./command-board.ts";
import { commandOf, isRepeated, isSingleKey } from "./key-commands.ts";
import { pressedKey } from "./pressed-key.ts";

const TYPING = "input, textarea, select, [contenteditable]";

/** Elements that handle Space themselves. */
const PRESSED = "button, a, summary, [role=grid], [role=slider]";

/** Scrolls, or moves inside the focused element, unless that is the page itself. */
const ARROW = /^Arrow/;

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
