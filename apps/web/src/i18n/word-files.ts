import type { Language } from "@daemonscope/kube/languages";
import type { CustomTypeOptions } from "i18next";
import { firstWords } from "./en/first-words.ts";

export type Namespace = keyof CustomTypeOptions["resources"];

/** The words that come with the page, those that its later parts have besides, and the lab's. */
export type WordFile = "first" | "later" | "lab";

/** Where the words of a file are found: those of the page are one namespace, whenever they come. */
export const NAMESPACE_OF: Readonly<Record<WordFile, Namespace>> = { first: "translation", later: "translation", lab: "lab" };

const none = () => Promise.resolve({});

/** English comes in the order in which it is needed: what the first page says is in its script. Each other language is one file of the page and one of the lab,
 *  loaded when it is first spoken. */
export const WORD_FILES: Readonly<Record<Language, Readonly<Record<WordFile, () => Promise<object>>>>> = {
  en: {
    first: () => Promise.resolve(firstWords),
    later: async () => (await import("./en/later-words.ts")).laterWords,
    lab: async () => (await import("./en/lab.ts")).lab,
  },
  "zh-CN": {
    first: async () => (await import("./zh-CN/words.ts")).words,
    later: none,
    lab: async () => (await import("./zh-CN/lab.ts")).lab,
  },
  "zh-TW": {
    first: async () => (await import("./zh-TW/words.ts")).words,
    later: none,
    lab: async () => (await import("./zh-TW/lab.ts")).lab,
  },
};
