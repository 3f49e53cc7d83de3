import { createHmac } from "node:crypto";
import type { HiddenValue } from "@daemonscope/kube/hidden-value";
import type { JsonObject, JsonValue } from "@daemonscope/kube/json-value";
import { isJson, type Json } from "./fields.ts";

/** Makes of a raw template the JSON text that is kept of it. `ownerUid` is the DaemonSet's. */
export type KeepTemplate = (template: Json, ownerUid: string) => string;

const TEXT_LIMIT = 4096;
const LIST_LIMIT = 2000;
const MAP_LIMIT = 1000;
const NAME_LIMIT = 256;
/** 96 bits. */
const DIGEST_LENGTH = 16;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** A flag that stands alone says no more than its name. */
const BARE_FLAG = /^--[a-z][a-z0-9-]{0,63}$/;
/** The name of a flag with a value. One dash will not do: in `-pse=cret` the name is part of the secret. */
const FLAG_NAME = /^--[A-Za-z][A-Za-z0-9._-]{0,63}=/;

/** Where in a template a value stands. */
interface Place {
  /** Names of fields, and of elements that have one; never a number: an argument that moves stays what it is. */
  readonly text: string;
  /** The last field; the elements of a list have the list's. */
  readonly field: string;
  readonly isSecret: boolean;
}

/** How one template is kept: what is hidden, and the keyed digest of a text in its place. */
interface Keeper {
  readonly isSecretField: (field: string, holder: string) => boolean;
  readonly digest: (place: string, text: string) => string;
}

/** Fields whose texts people put secrets into: variables, arguments and commands, headers, options of volume drivers, addresses of repositories. */
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

function hidden(text: string, place: Place, { digest }: Keeper): string | HiddenValue {
  const isWord = place.field === "args" || place.field === "command";
  if (isWord && BARE_FLAG.test(text)) return text;
  const shown = isWord ? FLAG_NAME.exec(text)?.[0] : undefined;
  return { $hidden: digest(place.text, text), ...(shown === undefined ? {} : { $shown: shown }) };
}

/** Cut beyond 4 KB, with a mark that differs when what was cut does. */
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
  // Without a prototype: a field called `__proto__` is a field like any other.
  const fields: Record<string, JsonValue> = Object.create(null);
  for (const name of Object.keys(object).slice(0, MAP_LIMIT)) {
    // A hidden value is made here and nowhere else: what looks like one in the object is none.
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

interface TemplateKeeping {
  readonly key: Uint8Array;
  readonly showValues: boolean;
  /** Templates of several clusters are held against each other: the same value in the same place has the same digest, whosever it is. */
  readonly isComparedAcross?: boolean;
}

/** Keeps all of a template but, unless `showValues`, what may be secret: of that a digest stays, by which it is seen to change (security G12).
 *  The digest is keyed by `key`, a random number of this process, and says nothing outside its place in its DaemonSet, or, where clusters are compared, outside its place; no digest leaves this process. */
export function keepsTemplates({ key, showValues, isComparedAcross = false }: TemplateKeeping): KeepTemplate {
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
