import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { ImportError } from "./file-documents.ts";
import { fileLines } from "./file-lines.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "daemonscope-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function charsOf(bytes: Buffer): Promise<number> {
  const path = join(folder, "audit.log.gz");
  writeFileSync(path, bytes);
  let chars = 0;
  for await (const { text } of fileLines(path)) chars += text.length;
  return chars;
}

it.each([
  [
    "many short lines",
    () => gzipSync(Buffer.alloc(20 * MB, '{"kind":"Event","level":"Metadata"}\n')),
    /^unpacks to more than \d+ MB, which is too much for its size/,
  ],
  ["one long line", () => gzipSync(Buffer.alloc(20 * MB, "{},")), /^(has a line 1 that )?unpacks to more than/],
  ["one line below the limit of the file", () => gzipSync(Buffer.alloc(7 * MB, "{},"), { level: 9 }), /^has a line 1 that unpacks to more/],
])("L6 refuses a compressed file of %s if it unpacks to too much", async (_name, make, sentence) => {
  const bytes = make();
  expect(bytes.length).toBeLessThan(110_000);
  const failure = await charsOf(bytes).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ImportError);
  expect((failure as ImportError).message).toMatch(sentence);
});

it("reads a rotated log of similar lines at a ratio of fifty", async () => {
  const object = JSON.stringify({ items: Array.from({ length: 120 }, (_, at) => ({ name: `container-${at}`, ready: true })) });
  const text = Array.from({ length: 1500 }, (_, at) => `{"auditID":"${at}","requestObject":${object},"responseObject":${object}}\n`).join(
    "",
  );
  const bytes = gzipSync(text);
  expect(text.length / bytes.length).toBeGreaterThan(50);
  expect(await charsOf(bytes)).toBe(text.length - 1500);
});
