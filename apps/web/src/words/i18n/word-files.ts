import type { Language } from "@daemonscope/kube/base/languages";
import type { CustomTypeOptions } from "i18next";
import { firstWords } from "./en/initial-words.ts";

export type Namespace = keyof CustomTypeOptions["resources"];

/** The words of the initial script, those of the deferred parts, and those of the lab. */
export type WordFile = "first" | "later" | "lab";

/** Namespaces of the word files. The page has one namespace, regardless of when its words load. */
export const NAMESPACE_OF: Readonly<Record<WordFile, Namespace>> = { first: "translation", later: "translation", lab: "lab" };

const none = () => Promise.resolve({});

/** English loads in stages: the words of the first page are in its script. Each other language has one file for the
 *  page and one for the lab, loaded on first use. */
export const WORD_FILES: Readonly<Record<Language, Readonly<Record<WordFile, () => Promise<object>>>>> = {
  en: {
    first: () => Promise.resolve(firstWords),
    later: async () => (await import("./en/deferred-words.ts")).laterWords,
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
