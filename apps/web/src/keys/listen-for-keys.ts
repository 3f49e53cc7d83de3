import { readPreferences } from "../preferences/preferences.ts";
import { commandBoard } from "./command-board.ts";
import { commandOf, isRepeated, isSingleKey } from "./commands.ts";
import { pressedKey } from "./pressed-key.ts";

const TYPING = "input, textarea, select, [contenteditable]";

/** What does something of its own with Space. */
const PRESSED = "button, a, summary, [role=grid], [role=slider]";

/** Scrolls, or moves inside what has the focus, unless that is the page itself. */
const ARROW = /^Arrow/;

/** Gives the command of each key that is pressed, unless somebody types, or what has the focus took the key itself. In an open dialog the browser and the dialog
 *  have the keys. */
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
