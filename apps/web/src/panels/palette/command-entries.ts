import { commandBoard } from "../../ui/keys/command-board.ts";
import { type CommandId, KEY_COMMANDS } from "../../ui/keys/key-commands.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import type { PaletteEntry } from "./find-entries.ts";

const keyName = (key: string) => key.replace("Mod+", navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl-").replace(/^ $/, "Space");
/** Commands that open the palette itself, or that only make sense as keys. */
const HIDDEN_COMMANDS: readonly CommandId[] = ["palette", "filter", "nextRow", "previousRow"];

/** Commands of every page, after those of this page. */
const LAST_COMMANDS: readonly CommandId[] = ["settings", "help"];
const isLast = ({ id }: { readonly id: CommandId }): boolean => LAST_COMMANDS.includes(id);

/** Returns the commands that this page offers. */
export const commandEntries = (t: Translate, offered: ReadonlySet<CommandId>): readonly PaletteEntry[] =>
  [...KEY_COMMANDS.filter((command) => !isLast(command)), ...KEY_COMMANDS.filter(isLast)]
    .filter(({ id }) => !HIDDEN_COMMANDS.includes(id) && offered.has(id))
    .map(
      ({ id, keys }): PaletteEntry => ({
        kind: "command",
        text: t(`keys.commands.${id}`),
        ...(keys[0] === undefined ? {} : { hint: keyName(keys[0]) }),
        run: () => void commandBoard.give(id),
      }),
    );
