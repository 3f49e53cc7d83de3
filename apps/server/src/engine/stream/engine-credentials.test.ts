import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { credentialsIn } from "./engine-connection.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-engine-credentials-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("G49 a temporarily invalid credentials file keeps the last valid ones, and a renewed one is used", () => {
  const path = join(folder, "credentials");
  writeFileSync(path, "good 1");
  const currentText = credentialsIn(path, "good 1", (text) => text.startsWith("good"));
  for (const bad of ["", "\u0001", "x".repeat(300_000)]) {
    writeFileSync(path, bad);
    expect(currentText()).toBe("good 1");
  }
  rmSync(path);
  expect(currentText()).toBe("good 1");
  writeFileSync(path, "good 2");
  expect(currentText()).toBe("good 2");
});
