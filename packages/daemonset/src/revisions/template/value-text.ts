import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue, redactedText } from "@daemonscope/kube/values/redacted-value";

/** Longer texts are cut, because a change is one line of a list. */
const TEXT_LIMIT = 160;
/** Characters that remain before the first difference of two long texts. */
const LEAD = 24;

function flow(value: JsonValue): string {
  if (isRedactedValue(value)) return redactedText(value);
  if (isJsonList(value)) return `[${value.map(flow).join(", ")}]`;
  if (!isJsonObject(value)) return value === "" ? '""' : String(value);
  const fields = Object.keys(value).map((name) => `${name}: ${flow(value[name] ?? null)}`);
  return fields.length === 0 ? "{}" : fields.join(", ");
}

/** Returns the source of a volume or variable as words: `secretKeyRef creds, key token`. */
function source(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const [kind, ...others] = Object.keys(value);
  const details = kind === undefined ? undefined : value[kind];
  if (kind === undefined || others.length > 0 || !isJsonObject(details)) return undefined;
  const { name, ...rest } = details;
  const more = Object.keys(rest).map((field) => `${field} ${flow(rest[field] ?? null)}`);
  return [typeof name === "string" ? `${kind} ${name}` : kind, ...more].join(", ");
}

const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ⏎ ");
const cut = (text: string): string => (text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)}…`);

/** Describes an element that was added or removed: its content without its key. */
export function elementText(list: string, value: JsonValue): string {
  if (!isJsonObject(value) || isRedactedValue(value)) return cut(onOneLine(flow(value)));
  const { name, ...rest } = value;
  switch (list) {
    case "containers":
    case "initContainers":
      return typeof value.image === "string" ? `image ${cut(value.image)}` : "";
    case "env": {
      const from = value.valueFrom === undefined ? undefined : source(value.valueFrom);
      if (from !== undefined) return cut(onOneLine(`from ${from}`));
      return value.value === undefined ? "" : cut(onOneLine(flow(value.value)));
    }
    case "volumes":
      return cut(onOneLine(source(rest) ?? flow(rest)));
    case "tolerations":
      return value.tolerationSeconds === undefined ? "" : `for ${flow(value.tolerationSeconds)} s`;
    case "volumeMounts": {
      const { mountPath: _key, name: volume, ...others } = value;
      const more = Object.keys(others).length === 0 ? "" : `, ${flow(others)}`;
      return cut(onOneLine(`volume ${flow(volume ?? null)}${more}`));
    }
    case "imagePullSecrets":
    case "schedulingGates":
      return "";
    default:
      return cut(onOneLine(flow(typeof name === "string" && Object.keys(rest).length > 0 ? rest : value)));
  }
}

/** Returns any value as one line. */
export function valueText(value: JsonValue): string {
  return cut(onOneLine(flow(value)));
}

/**
 * Returns two values as one line each. Long texts start shortly before the first difference, so that it is never cut
 * off.
 */
export function valueTexts(before: JsonValue, after: JsonValue): readonly [string, string] {
  const left = onOneLine(flow(before));
  const right = onOneLine(flow(after));
  if (Math.max(left.length, right.length) <= TEXT_LIMIT) return [left, right];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const from = Math.max(0, at - LEAD);
  const part = (text: string) => cut(from === 0 ? text : `…${text.slice(from)}`);
  return [part(left), part(right)];
}
