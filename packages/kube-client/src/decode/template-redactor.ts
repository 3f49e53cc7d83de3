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
/** 96 bits. */
const DIGEST_LENGTH = 16;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** A flag without a value reveals only its name. */
const BARE_FLAG = /^--[a-z][a-z0-9-]{0,63}$/;
/** The name of a flag with a value. One dash is not enough: in `-pse=cret` the name is part of the secret. */
const FLAG_NAME = /^--[A-Za-z][A-Za-z0-9._-]{0,63}=/;

/** The position of a value in a template. */
interface Place {
  /** The names of fields, and of elements with a name. It never has an index, so that an argument that moves keeps
   *  its place. */
  readonly text: string;
  /** The last field; elements of a list have the list's field. */
  readonly field: string;
  readonly isSecret: boolean;
}

/** Decides which fields are hidden, and makes the keyed digest that replaces a text. */
interface Keeper {
  readonly isSecretField: (field: string, holder: string) => boolean;
  readonly digest: (place: string, text: string) => string;
}

/** True for fields whose texts may contain secrets: variables, arguments and commands, headers, options of volume
 *  drivers, addresses of repositories. */
function isSecretField(field: string, holder: string): boolean {
  switch (field) {
    case "args":
    case "command":
    case "volumeAttributes":
    case LAST_APPLIED:
      return true;
    case "value":
      return holder === "env" || holder === "httpHeaders";
    case "options":
      return holder === "flexVolume";
    case "repository":
      return holder === "gitRepo";
    default:
      return false;
  }
}

function hidden(text: string, place: Place, { digest }: Keeper): string | RedactedValue {
  const isWord = place.field === "args" || place.field === "command";
  if (isWord && BARE_FLAG.test(text)) return text;
  const shown = isWord ? FLAG_NAME.exec(text)?.[0] : undefined;
  return { $hidden: digest(place.text, text), ...(shown === undefined ? {} : { $shown: shown }) };
}

/** Cuts a text beyond 4 KB, with a mark that depends on the whole text. */
function shown(text: string, place: Place, { digest }: Keeper): string {
  if (text.length <= TEXT_LIMIT) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT;
  return `${text.slice(0, end)} … (${text.length - end} more characters, ${digest(place.text, text)})`;
}

function keptList(list: readonly unknown[], place: Place, keeper: Keeper): JsonValue {
  const elements = list.slice(0, LIST_LIMIT).map((element) => {
    const name = isJson(element) && typeof element.name === "string" ? element.name.slice(0, NAME_LIMIT) : "";
    return kept(element, { ...place, text: `${place.text}[${name}]` }, keeper);
  });
  return list.length > LIST_LIMIT ? [...elements, `… (${list.length - LIST_LIMIT} more)`] : elements;
}

function keptFields(object: Json, place: Place, keeper: Keeper): JsonObject {
  // Without a prototype, so that `__proto__` is a normal field.
  const fields: Record<string, JsonValue> = Object.create(null);
  for (const name of Object.keys(object).slice(0, MAP_LIMIT)) {
    // Only `hidden` creates a hidden value: a field that looks like one is escaped here.
    const field = name.startsWith("$") ? `\\${name}` : name;
    const isSecret = place.isSecret || keeper.isSecretField(name, place.field);
    fields[field] = kept(object[name], { text: `${place.text}.${name.slice(0, NAME_LIMIT)}`, field: name, isSecret }, keeper);
  }
  return fields;
}

function kept(value: unknown, place: Place, keeper: Keeper): JsonValue {
  if (Array.isArray(value)) return keptList(value, place, keeper);
  if (isJson(value)) return keptFields(value, place, keeper);
  if (typeof value === "string") return place.isSecret ? hidden(value, place, keeper) : shown(value, place, keeper);
  if (typeof value !== "number" && typeof value !== "boolean") return null;
  return place.isSecret ? hidden(String(value), place, keeper) : value;
}

interface TemplateRedaction {
  readonly key: Uint8Array;
  readonly showValues: boolean;
  /** Templates of several clusters are compared: equal values in equal places have equal digests, regardless of
   *  the owner. */
  readonly isComparedAcross?: boolean;
}

/** Keeps a whole template. Unless `showValues`, a digest replaces each text that may be secret, so that a change
 *  is visible (security G12). The digest is keyed by `key`, a random number of this process. It is comparable only
 *  within its place in its DaemonSet, or, where clusters are compared, within its place. No digest leaves this
 *  process. */
export function createTemplateRedactor({ key, showValues, isComparedAcross = false }: TemplateRedaction): TemplateRedactor {
  return (template, ownerUid) => {
    const { $patch: _directive, ...content } = template;
    const keeper: Keeper = {
      isSecretField: showValues ? () => false : isSecretField,
      digest: (place, text) =>
        createHmac("sha256", key)
          .update(JSON.stringify([isComparedAcross ? "" : ownerUid, place, text]))
          .digest("base64url")
          .slice(0, DIGEST_LENGTH),
    };
    return JSON.stringify(keptFields(content, { text: "", field: "", isSecret: false }, keeper));
  };
}
