import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue, redactedText } from "@daemonscope/kube/values/redacted-value";
import { clipDepth } from "./clip-depth.ts";

/** Longer than any real template; limits the output of a hostile one. */
const LINE_LIMIT = 5000;

/** Texts that need no quotes: words, paths, images, flags, and quantities such as 100Mi. */
const PLAIN = /^-{0,2}[A-Za-z_/.][A-Za-z0-9_./@+=-]*(:[A-Za-z0-9_./@+=-]+)*$|^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti|s|h)$/;
/** Words with another meaning in YAML 1.1. */
const OTHER_MEANING = /^([yn]|yes|no|on|off|true|false|null|[-+]?\.(inf|nan|\d.*)|<<)$/i;
/** Texts of several lines that a block scalar can hold. */
const BLOCK_LINES = /^[^\s][^\p{Cc}\p{Cs}\u2028\u2029\ufeff]*(\n[^\p{Cc}\p{Cs}\u2028\u2029\ufeff]*)+$/u;

/** Every JSON string is a valid double-quoted string in YAML. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const scalarText = (text: string): string => (PLAIN.test(text) && !OTHER_MEANING.test(text) ? text : quoted(text));

/** Numbers each different hidden value by first appearance: equal numbers mean equal values, and the output reveals
 *  nothing else. */
export type HiddenValueIds = Map<string, number>;

class YamlLines {
  readonly lines: string[] = [];
  omitted = 0;
  readonly #numbers: HiddenValueIds;

  constructor(numbers: HiddenValueIds) {
    this.#numbers = numbers;
  }

  #put(line: string): void {
    if (this.lines.length < LINE_LIMIT) this.lines.push(line);
    else this.omitted++;
  }

  #scalar(value: JsonValue): string {
    if (isRedactedValue(value)) {
      const number = this.#numbers.get(value.$hidden) ?? this.#numbers.size + 1;
      this.#numbers.set(value.$hidden, number);
      return redactedText(value, `<hidden ${number}>`);
    }
    if (isJsonList(value)) return "[]";
    if (isJsonObject(value)) return "{}";
    return typeof value === "string" ? scalarText(value) : String(value);
  }

  /** `lead` is the text before the value on its first line; `indent` precedes its further lines. */
  put(lead: string, value: JsonValue, indent: string): void {
    if (isJsonObject(value) && !isRedactedValue(value) && Object.keys(value).length > 0) this.#putFields(lead, value, indent);
    else if (isJsonList(value) && value.length > 0) {
      if (lead !== "") this.#put(lead.trimEnd());
      // kubectl writes the dashes of a list at the indentation of its field.
      for (const element of value) this.#putElement(element, indent);
    } else if (typeof value === "string" && BLOCK_LINES.test(value)) {
      const body = value.replace(/\n+$/, "");
      const breaks = value.length - body.length;
      this.#put(`${lead}|${breaks === 0 ? "-" : breaks === 1 ? "" : "+"}`);
      const text = breaks > 1 ? value.slice(0, -1) : body;
      for (const line of text.split("\n")) this.#put(line === "" ? "" : `${indent}  ${line}`);
    } else this.#put(`${lead}${this.#scalar(value)}`);
  }

  #putFields(lead: string, value: { readonly [field: string]: JsonValue }, indent: string): void {
    if (lead !== "") this.#put(lead.trimEnd());
    for (const name of Object.keys(value).sort()) {
      const field = value[name] ?? null;
      const deeper = isJsonList(field) ? indent : `${indent}  `;
      this.put(`${indent}${scalarText(name)}: `, field, typeof field === "string" ? indent : deeper);
    }
  }

  #putElement(element: JsonValue, indent: string): void {
    const first = this.lines.length;
    this.put(isContainer(element) ? "" : `${indent}- `, element, isContainer(element) ? `${indent}  ` : indent);
    const line = this.lines[first];
    if (isContainer(element) && line !== undefined) this.lines[first] = `${indent}- ${line.slice(indent.length + 2)}`;
  }
}

function isContainer(value: JsonValue): boolean {
  return (isJsonList(value) && value.length > 0) || (isJsonObject(value) && !isRedactedValue(value) && Object.keys(value).length > 0);
}

/**
 * Returns a pod template as YAML lines, with fields in kubectl's order. Hidden values are numbered through `numbers`,
 * which several templates may share. At most 5,000 lines; a last line counts the omitted ones. Never throws.
 */
export function templateYaml(template: JsonValue, numbers: HiddenValueIds = new Map()): readonly string[] {
  const yaml = new YamlLines(numbers);
  yaml.put("", clipDepth(template), "");
  return yaml.omitted === 0 ? yaml.lines : [...yaml.lines, `# ${yaml.omitted} more lines`];
}
