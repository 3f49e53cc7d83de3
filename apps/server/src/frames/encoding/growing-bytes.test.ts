import { expect, test } from "vitest";
import { GrowingBytes } from "./growing-bytes.ts";

async function read(bytes: GrowingBytes, onChunk: () => void = () => undefined): Promise<string> {
  let text = "";
  for await (const chunk of bytes) {
    text += chunk.toString();
    onChunk();
  }
  return text;
}

test("F3 readers that start early, late or after completion read the same", async () => {
  const bytes = new GrowingBytes();
  const early = read(bytes);
  for (const part of ["a", "bc", "", "def"]) bytes.push(Buffer.from(part));
  expect(bytes.whole).toBeUndefined();
  bytes.close();
  const during = read(bytes, () => expect(bytes.whole?.toString()).toBe("abcdef"));
  expect(await during).toBe("abcdef");
  expect(await early).toBe("abcdef");
  expect(await read(bytes)).toBe("abcdef");
  expect(bytes.length).toBe(6);
});

test("F3 builds the whole once, and never if the rest does not arrive", () => {
  const [whole, broken] = [new GrowingBytes(), new GrowingBytes()];
  for (const each of [whole, broken]) for (const part of ["ab", "c"]) each.push(Buffer.from(part));
  whole.close();
  broken.fail(new Error("the state cannot be written"));
  expect(whole.whole).toBe(whole.whole);
  expect(broken.whole).toBeUndefined();
});
