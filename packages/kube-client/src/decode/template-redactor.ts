import { createHmac } from "node:crypto";
import type { JsonObject, JsonValue } from "@daemonscope/kube/values/json-value";
import type { RedactedValue } from "@daemonscope/kube/values/redacted-value";
import { isJson, type Json } from "./fields.ts";

/** Converts a raw template into the JSON text that is kept. `ownerUid` is the DaemonSet's. */
export type TemplateRedactor = (template: Json, ownerUid: string) => string;

const TEXT_LIMIT = 4096;
const LIST_LIMIT = 2000;
const MAP_LIMIT = 1000;
const NAME_LIMIT = 256;
/** Base64url characters of a digest: 96 bits. */
const DIGEST_LENGTH = 16;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** A flag without a value reveals only its name. */
const BARE_FLAG = /^--[a-z][a-z0-9-]{0,63}$/;
/** The name of a flag with a value. One dash is not enough: in `-pse=cret` the name is part of the secret. */
const FLAG_NAME = /^--[A-Za-z][A-Za-z0-9._-]{0,63}=/;

/** The position of a value in a template. */
interface Position {
  /** The names of fields, and of elements with a name. Contains no index, so that an argument that moves keeps its
   *  position. */
  readonly text: string;
  /** The last field; elements of a list have the list's field. */
  readonly field: string;
  readonly isSecret: boolean;
}

/** Decides which fields are hidden, and computes the keyed digest that replaces a text. */
interface FieldRedactor {
  readonly isSecretField: (field: string, parentField: string) => boolean;
  readonly digest: (position: string, text: string) => string;
}

/** Reports whether the texts of a field may contain secrets: variables, arguments and commands, headers, options of
 *  volume drivers, addresses of repositories, and the last applied configuration. */
function isSecretField(field: string, parentField: string): boolean {
  switch (field) {
    case "args":
    case "command":
    case "volumeAttributes":
    case LAST_APPLIED:
      return true;
    case "value":
      return parentField === "env" || parentField === "httpHeaders";
    case "options":
      return parentField === "flexVolume";
    case "repository":
      return parentField === "gitRepo";
    default:
      return false;
  }
}

function hiddenValue(text: string, position: Position, { digest }: FieldRedactor): string | RedactedValue {
  const isWord = position.field === "args" || position.field === "command";
  if (isWord && BARE_FLAG.test(text)) return text;
  const prefix = isWord ? FLAG_NAME.exec(text)?.[0] : undefined;
  return { $hidden: digest(position.text, text), ...(prefix === undefined ? {} : { $shown: prefix }) };
}

/** Cuts a text beyond 4,096 characters, with a mark that depends on the whole text. */
function shownText(text: string, position: Position, { digest }: FieldRedactor): string {
  if (text.length <= TEXT_LIMIT) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT;
  return `${text.slice(0, end)} … (${text.length - end} more characters, ${digest(position.text, text)})`;
}

function redactedList(list: readonly unknown[], position: Position, redactor: FieldRedactor): JsonValue {
  const elements = list.slice(0, LIST_LIMIT).map((element) => {
    const name = isJson(element) && typeof element.name === "string" ? element.name.slice(0, NAME_LIMIT) : "";
    return redacted(element, { ...position, text: `${position.text}[${name}]` }, redactor);
  });
  return list.length > LIST_LIMIT ? [...elements, `… (${list.length - LIST_LIMIT} more)`] : elements;
}

function redactedFields(object: Json, position: Position, redactor: FieldRedactor): JsonObject {
  // Without a prototype, so that `__proto__` is a normal field.
  const fields: Record<string, JsonValue> = Object.create(null);
  for (const name of Object.keys(object).slice(0, MAP_LIMIT)) {
    // Only `hiddenValue` creates a hidden value: a field that looks like one is escaped here.
    const field = name.startsWith("$") ? `\\${name}` : name;
    const isSecret = position.isSecret || redactor.isSecretField(name, position.field);
    fields[field] = redacted(object[name], { text: `${position.text}.${name.slice(0, NAME_LIMIT)}`, field: name, isSecret }, redactor);
  }
  return fields;
}

function redacted(value: unknown, position: Position, redactor: FieldRedactor): JsonValue {
  if (Array.isArray(value)) return redactedList(value, position, redactor);
  if (isJson(value)) return redactedFields(value, position, redactor);
  if (typeof value === "string") return position.isSecret ? hiddenValue(value, position, redactor) : shownText(value, position, redactor);
  if (typeof value !== "number" && typeof value !== "boolean") return null;
  return position.isSecret ? hiddenValue(String(value), position, redactor) : value;
}

interface TemplateRedaction {
  readonly key: Uint8Array;
  readonly showValues: boolean;
  /** Templates of several clusters are compared: equal values at equal positions have equal digests, regardless of
   *  the owner. */
  readonly isComparedAcross?: boolean;
}

/** Creates a redactor. Unless `showValues`, a digest replaces each text that may be secret, so that a change is
 *  visible (security G12). The digest is keyed by `key`, a random number of this process. Only digests at the same
 *  position are comparable, and only within a DaemonSet unless `isComparedAcross`. No digest leaves this process. */
export function createTemplateRedactor({ key, showValues, isComparedAcross = false }: TemplateRedaction): TemplateRedactor {
  return (template, ownerUid) => {
    const { $patch: _directive, ...content } = template;
    const redactor: FieldRedactor = {
      isSecretField: showValues ? () => false : isSecretField,
      digest: (position, text) =>
        createHmac("sha256", key)
          .update(JSON.stringify([isComparedAcross ? "" : ownerUid, position, text]))
          .digest("base64url")
          .slice(0, DIGEST_LENGTH),
    };
    return JSON.stringify(redactedFields(content, { text: "", field: "", isSecret: false }, redactor));
  };
}
