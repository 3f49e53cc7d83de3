import { readPreferences } from "../preferences/preferences.ts";
import { commandBoard } from "./command-board.ts";
import { commandOf, isSingleKey } from "./commands.ts";
import { pressedKey } from "./pressed-key.ts";

const TYPING = "input, textarea, select, [contenteditable]";

/** What does something of its own with Space. */
const PRESSED = "button, a, summary, [role=grid], [role=slider]";

/** Gives the command of each key that is pressed, unless somebody types, or what has the focus took the key itself. In an open dialog the browser and the dialog
 *  have the keys. */
export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const key = pressedKey(event);
    if (key === undefined || event.defaultPrevented || event.repeat) return;
    const at = event.target instanceof Element ? event.target : undefined;
    if (at?.closest(TYPING) && !key.startsWith("Mod+")) return;
    if (key === " " && at?.closest(PRESSED)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (isSingleKey(key) && !readPreferences().singleKeys) return;
    const command = commandOf(key);
    if (command !== undefined && commandBoard.give(command)) event.preventDefault();
  });
}
