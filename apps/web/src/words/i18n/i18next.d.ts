import "i18next";
import type { lab } from "./en/lab.ts";
import type { words } from "./en/words.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: typeof words; readonly lab: typeof lab };
  }
}
