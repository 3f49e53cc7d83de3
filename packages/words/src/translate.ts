import type { laterModel } from "./en/deferred-facts.ts";
import type { model } from "./en/facts.ts";

type WithoutPlural<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
type KeyIn<Texts, Path extends string = ""> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? `${Path}${WithoutPlural<Key>}` : KeyIn<Texts[Key], `${Path}${Key}.`>;
}[keyof Texts & string];

/** The path of a text, without its plural form: `model.concern.idle`. */
type FactKey = KeyIn<{ readonly model: typeof model; readonly laterModel: typeof laterModel }>;

type FactParams = Readonly<Record<string, string | number>>;

/** Returns the text of a key in one language. `params` has the values of its placeholders; `count` selects the plural
 *  form. The `t` of i18next has this shape. */
export interface Translate {
  (key: FactKey): string;
  (key: FactKey, params: FactParams): string;
}
