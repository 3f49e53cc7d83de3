import type { words as source } from "../en/words.ts";
import type { Translated } from "../translated.ts";
import { words as converted } from "../zh-CN/words.ts?zh-TW";

export const words: Translated<typeof source> = converted;
