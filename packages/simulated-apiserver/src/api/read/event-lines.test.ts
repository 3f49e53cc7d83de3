import { expect, it } from "vitest";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { createEventEncoder } from "./event-lines.ts";

const object: StoredObject = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "a", uid: "a", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
};

it("encodes an event once for consecutive watchers", () => {
  let written = 0;
  const counted = {
    ...object,
    toJSON() {
      written++;
      return object;
    },
  };
  const event: StoreEvent = { type: "ADDED", object: counted, resourceVersion: 1 };
  const encode = createEventEncoder();
  const lines = [encode(event), encode(event), encode(event), encode(event)];
  expect(written).toBe(1);
  expect(new Set(lines).size).toBe(1);
  expect(encode({ type: "DELETED", object, resourceVersion: 2 }).toString()).toBe(
    `{"type":"DELETED","object":${JSON.stringify(object)}}\n`,
  );
});
