import { expect, it } from "vitest";
import { WATCHED } from "../http/resources.ts";
import { DeltaFilter } from "./delta-filter.ts";

const object = (name: string, resourceVersion: string) => ({ metadata: { name, uid: `uid-${name}`, resourceVersion } });

it("a filter without an index passes each version and each deletion, and counts a list", () => {
  const passed: string[] = [];
  const filter = new DeltaFilter<ReturnType<typeof object>>({
    resource: WATCHED.events,
    index: "none",
    decode: (raw) => ({ object: raw as ReturnType<typeof object> }),
    sink: {
      put: ({ metadata }) => passed.push(`${metadata.name} ${metadata.resourceVersion}`),
      drop: (uid) => passed.push(`drop ${uid}`),
      problem: (text) => passed.push(text),
    },
    counts: { replays: 0, unusable: 0 },
    leftOut: () => undefined,
  });
  filter.beginList();
  for (const name of ["a", "b", "c"]) filter.take(object(name, "1"));
  expect(filter.listed).toBe(3);
  filter.endList();
  for (const version of ["2", "2", "1"]) filter.take(object("a", version));
  filter.failed({ uid: "uid-a", name: "a" }, new Error("no room"));
  expect(filter.remove("uid-a")).toBe(true);
  filter.forgetVersions();
  filter.beginList();
  filter.take(object("b", "3"));
  expect(filter.listed).toBe(1);
  filter.endList();
  expect(filter.size).toBe(0);
  expect(passed).toEqual([
    ...["a 1", "b 1", "c 1", "a 2", "a 2", "a 1"],
    "events /a could not be taken in: no room",
    ...["drop uid-a", "b 3"],
  ]);
});
