import type { TFunction } from "i18next";
import type { lab } from "../../words/i18n/en/lab.ts";

/** Translates the lab's words. Each language has a word file for the lab, which loads with the lab. */
export type LabTranslate = TFunction<"lab">;

/** A word of a button, a field or a heading. */
export type LabWord = keyof typeof lab.words;
