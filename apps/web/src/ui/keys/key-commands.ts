/** All key commands of the page; their words are `keys.commands.<id>`. The order is that of the help. */
export const KEY_COMMANDS = [
  { id: "palette", keys: [":", "Mod+k"], part: "everywhere" },
  { id: "filter", keys: ["/"], part: "everywhere" },
  { id: "help", keys: ["?"], part: "everywhere" },
  { id: "up", keys: ["Escape"], part: "everywhere" },
  { id: "all", keys: ["0"], part: "everywhere" },
  { id: "export", keys: ["x"], part: "everywhere" },
  { id: "settings", keys: [], part: "everywhere" },
  { id: "copyName", keys: ["c"], part: "thing" },
  { id: "copyKubectl", keys: ["C"], part: "thing" },
  { id: "copyLink", keys: [], part: "thing" },
  { id: "overview", keys: ["d"], part: "thing" },
  { id: "actions", keys: ["a"], part: "thing" },
  { id: "panel", keys: ["]"], part: "thing" },
  { id: "logs", keys: ["l"], part: "thing" },
  { id: "yaml", keys: ["y"], part: "thing" },
  { id: "events", keys: ["e"], part: "thing" },
  { id: "nextRow", keys: ["j", "ArrowDown"], part: "list" },
  { id: "previousRow", keys: ["k", "ArrowUp"], part: "list" },
  { id: "previousFailing", keys: ["ArrowLeft"], part: "grid" },
  { id: "nextFailing", keys: ["ArrowRight"], part: "grid" },
  { id: "group", keys: ["g"], part: "grid" },
  { id: "table", keys: ["t"], part: "grid" },
  { id: "wide", keys: ["w"], part: "grid" },
  { id: "previousMark", keys: ["{"], part: "time" },
  { id: "nextMark", keys: ["}"], part: "time" },
  { id: "now", keys: ["p"], part: "time" },
  { id: "lab", keys: ["L"], part: "lab" },
  { id: "labPlay", keys: [" "], part: "lab" },
  { id: "labStep", keys: ["."], part: "lab" },
  { id: "labBack", keys: [","], part: "lab" },
] as const satisfies readonly { readonly id: string; readonly keys: readonly string[]; readonly part: CommandPart }[];

export type CommandPart = "everywhere" | "thing" | "list" | "grid" | "time" | "lab";
export type CommandId = (typeof KEY_COMMANDS)[number]["id"];

/** The chord of the palette, as this system writes it. */
export const PALETTE_KEY = globalThis.navigator?.platform.startsWith("Mac") ? "⌘K" : "Ctrl K";

/** Returns the command of a key; undefined if the key has none. */
export function commandOf(key: string): CommandId | undefined {
  return KEY_COMMANDS.find(({ keys }) => (keys as readonly string[]).includes(key))?.id;
}

/** Reports whether a command repeats while its key is held: the keys of a list. */
export const isRepeated = (command: CommandId): boolean => KEY_COMMANDS.some(({ id, part }) => id === command && part === "list");

/** Reports whether a key is a single character, which dictation may type by accident. Such keys can be switched off
 *  (WCAG 2.1.4). Escape and chords stay. */
export const isSingleKey = (key: string): boolean => [...key].length === 1;
