import type { Buffer } from "node:buffer";
import type { OwnerReference } from "@daemonscope/kube/objects";
import { LIST_LIMIT } from "../../decode/fields.ts";
import { ByteCache } from "./byte-cache.ts";
import { OWNER_FIELDS } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { eachElement, fieldBegin, fieldEnd, fieldNumber, readField, skipField } from "./read-field.ts";

export const OWNER_TAG = { kind: 10, name: 26, uid: 34, apiVersion: 42, controller: 48 } as const;

function readOwner(bytes: Buffer, from: number, to: number): OwnerReference {
  let kind = "";
  let name = "";
  let uid = "";
  let apiVersion = "";
  let controller = false;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === OWNER_TAG.kind) kind = truncatedText(bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.name) name = truncatedText(bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.uid) uid = truncatedText(bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.apiVersion) apiVersion = truncatedText(bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.controller) controller = fieldNumber() !== 0 || controller;
    else skipField(OWNER_FIELDS, tag);
  }
  return controller ? { apiVersion, kind, name, uid, controller } : { apiVersion, kind, name, uid };
}

function decodeOwners(bytes: Buffer, from: number, to: number): readonly OwnerReference[] {
  const owners: OwnerReference[] = [];
  eachElement(bytes, from, to, LIST_LIMIT, (elementFrom, elementTo) => owners.push(readOwner(bytes, elementFrom, elementTo)));
  return owners;
}

/** Pods of one DaemonSet have byte-identical owners. */
const ownersCache = new ByteCache<readonly OwnerReference[]>(4096, 1024);

/** Reads the consecutive owners of an object. Throws UnsupportedEncoding, MalformedMessage. */
export function readOwners(bytes: Buffer, from: number, to: number): readonly OwnerReference[] {
  return ownersCache.get(bytes, from, to, decodeOwners);
}
