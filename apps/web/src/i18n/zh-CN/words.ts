import type { words as source } from "../en/words.ts";
import type { Translated } from "../translated.ts";
import { chrome } from "./chrome.ts";
import { keys } from "./keys.ts";
import { palette } from "./palette.ts";
import { preferences } from "./preferences.ts";

export const words: Translated<typeof source> = { chrome, keys, palette, preferences };
