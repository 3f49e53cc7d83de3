import type { words as source } from "../en/words.ts";
import type { Translated } from "../translated.ts";
import { chrome } from "./chrome.ts";

export const words: Translated<typeof source> = { chrome };
