import { laterModel } from "./en/deferred-facts.ts";
import { model } from "./en/facts.ts";
import { Texts } from "./texts.ts";
import type { Translate } from "./translate.ts";

// Programs read these texts: numbers have no thousands separator.
const texts = new Texts({ number: String });
texts.add("en", "facts", { model, laterModel });

/** English for the command line, alerts and JSON. */
export const english: Translate = (key, params?: Readonly<Record<string, string | number>>) => texts.text("en", "facts", key, params);
