/** Texts by key. Nested objects make a path with dots. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Values of placeholders. `count` also selects the plural form. */
export type TextParams = Readonly<Record<string, unknown>>;

/** Formats a value of `{{value, name}}` in a language. */
type ValueFormat = (value: never, language: string) => string;

const PLACEHOLDER = /\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g;

/** Returns the text of a path in the first tree that has it. */
function textIn(trees: readonly TextTree[], path: readonly string[]): string | undefined {
  for (const tree of trees) {
    let at: string | TextTree | undefined = tree;
    for (const part of path) at = typeof at === "object" ? at[part] : undefined;
    if (typeof at === "string") return at;
  }
  return undefined;
}

/** The texts of some languages, in the syntax of i18next: `{{value}}`, `{{value, format}}`, and the plural forms
 *  `_zero`, `_one` and `_other`. Values are inserted unchanged. It replaces i18next, which would add 16 KB to the first
 *  load. A test compares both for each text. */
export class Texts {
  readonly #formats: Readonly<Record<string, ValueFormat>>;
  /** By language and namespace, the latest first. */
  readonly #trees = new Map<string, readonly TextTree[]>();
  readonly #plurals = new Map<string, Intl.PluralRules>();

  constructor(formats: Readonly<Record<string, ValueFormat>>) {
    this.#formats = formats;
  }

  /** Adds texts to those of a language and namespace. A text replaces one with the same path. */
  add(language: string, namespace: string, tree: TextTree): void {
    const name = `${language} ${namespace}`;
    this.#trees.set(name, [tree, ...(this.#trees.get(name) ?? [])]);
  }

  /** Returns the text of a key with its values; the key itself if the language lacks it. */
  text(language: string, namespace: string, key: string, params: TextParams = {}): string {
    return this.fill(this.template(language, namespace, key, params.count), params, language);
  }

  /** Returns the text of a key with its placeholders. */
  template(language: string, namespace: string, key: string, count: unknown): string {
    const trees = this.#trees.get(`${language} ${namespace}`) ?? [];
    const path = key.split(".");
    const last = path.pop() ?? "";
    const form = (suffix: string) => textIn(trees, [...path, `${last}${suffix}`]);
    const plural =
      typeof count === "number" ? ((count === 0 ? form("_zero") : undefined) ?? form(`_${this.#pluralOf(language, count)}`)) : undefined;
    return plural ?? form("") ?? key;
  }

  /** Replaces the placeholders of a text. A placeholder without a parameter stays. */
  fill(template: string, params: TextParams, language: string): string {
    return template.replace(PLACEHOLDER, (placeholder, name: string, format: string | undefined) => {
      if (!(name in params)) return placeholder;
      const value = params[name] ?? "";
      const formatted = format === undefined ? undefined : this.#formats[format]?.(value as never, language);
      return formatted ?? String(value);
    });
  }

  #pluralOf(language: string, count: number): string {
    let rules = this.#plurals.get(language);
    if (rules === undefined) {
      rules = new Intl.PluralRules(language);
      this.#plurals.set(language, rules);
    }
    return rules.select(count);
  }
}
