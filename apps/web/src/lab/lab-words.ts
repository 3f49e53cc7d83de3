import type { TFunction } from "i18next";
import type { lab } from "../i18n/en/lab.ts";

/** Gives the lab's words: its own file in each language, loaded with the lab. */
export type LabTranslate = TFunction<"lab">;

/** A word of a button, a field or a heading. */
export type LabWord = keyof typeof lab.words;
