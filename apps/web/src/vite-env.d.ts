/// <reference types="vite/client" />

/** The Simplified texts in Traditional Chinese (apps/web/zh-tw.mjs), with the type of their source. */
declare module "*/words.ts?zh-TW" {
  export const words: import("./words/i18n/translated.ts").Translated<typeof import("./words/i18n/en/words.ts").words>;
}
declare module "*/lab.ts?zh-TW" {
  export const lab: import("./words/i18n/translated.ts").Translated<typeof import("./words/i18n/en/lab.ts").lab>;
}
