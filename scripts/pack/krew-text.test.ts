import { expect, test } from "vitest";
import { krewText } from "./krew-text.mjs";

test("the manifest contains the version with a v, the file, its checksum, and the program", () => {
  const text = krewText({ version: "1.2.3", sha256: "ab".repeat(32), uri: "https://packages.example/daemonscope-1.2.3.tgz" });
  for (const line of [
    "  version: v1.2.3",
    `      sha256: ${"ab".repeat(32)}`,
    "      uri: https://packages.example/daemonscope-1.2.3.tgz",
    "      bin: release/main.js",
    "    agent and why, who holds a rollout, and whether it is stuck or just slow. It only reads,",
    "    unless it is started with --allow-writes.",
  ])
    expect(text.split("\n")).toContain(line);
});
