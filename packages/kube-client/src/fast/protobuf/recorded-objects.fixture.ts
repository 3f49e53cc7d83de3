import { Buffer } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";

const RECORDINGS = join(import.meta.dirname, "../../../../../e2e/recordings");

/** The pods or nodes that a real API server sent, in order. */
export const recorded = (resource: "pods" | "nodes"): readonly Readonly<Record<string, unknown>>[] =>
  readdirSync(RECORDINGS)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .flatMap((name) =>
      gunzipSync(readFileSync(join(RECORDINGS, name)))
        .toString("utf8")
        .trim()
        .split("\n"),
    )
    .map((line) => JSON.parse(line) as { readonly resource: string; readonly line: string })
    .filter((each) => each.resource === resource)
    .map(({ line }) => JSON.parse(line) as { readonly type: string; readonly object: Readonly<Record<string, unknown>> })
    .filter(({ type }) => type !== "BOOKMARK")
    .map(({ object }) => object);

/** Arbitrary damage: bytes to set, insert or remove, and the length after which to cut. */
export const damage = fc.record({
  changed: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom("set", "insert", "remove")), { maxLength: 4 }),
  cut: fc.option(fc.nat(), { nil: undefined }),
});

type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

/** Returns a damaged copy of bytes. */
export function damaged(bytes: Buffer, { changed, cut }: Damage): Buffer {
  const list = [...bytes];
  for (const [at, byte, how] of changed) list.splice(at % (list.length + 1), how === "insert" ? 0 : 1, ...(how === "remove" ? [] : [byte]));
  return Buffer.from(cut === undefined ? list : list.slice(0, cut % (list.length + 1)));
}
