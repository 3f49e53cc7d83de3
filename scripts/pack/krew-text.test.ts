import { expect, test } from "vitest";
import { krewText } from "./krew-text.mjs";

test("the manifest names the version with a v, the file, its sum, and the program in it", () => {
  const text = krewText({ version: "1.2.3", sha256: "ab".repeat(32), uri: "https://packages.example/daemonscope-1.2.3.tgz" });
  for (const line of [
    "  version: v1.2.3",
    `      sha256: ${"ab".repeat(32)}`,
    "      uri: https://packages.example/daemonscope-1.2.3.tgz",
    "      bin: release/main.js",
  ])
    expect(text.split("\n")).toContain(line);
});
