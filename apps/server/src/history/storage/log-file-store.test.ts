import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LogFileStore } from "./log-file-store.ts";

const folder = mkdtempSync(join(tmpdir(), "log-file-store-"));
afterAll(() => rmSync(folder, { recursive: true }));
const SEGMENT = "s" as never;

describe("L4 a late block", () => {
  it.each([
    ["of a closed file", "close"],
    ["of a deleted file", "discard"],
  ] as const)("%s is refused, and changes no file", async (_name, how) => {
    const path = join(folder, how);
    const store = new LogFileStore(path, "first line\n", { isReplacing: true });
    await store.keep(SEGMENT, Buffer.from("block"));
    await store[how]();
    await expect(store.keep(SEGMENT, Buffer.from("late"))).rejects.toThrow("is closed");
    expect(existsSync(path)).toBe(how === "close");
    if (how === "close") expect(readFileSync(path, "latin1")).toBe("first line\nblock");
  });
});
