import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { transformWithOxc } from "vite";
import { expect, test } from "vitest";

const MAX_BYTES = 4 * 1024 * 1024;
/** Allocates objects that survive many collections within one turn of the event loop. */
const IN_THREAD = `
  import { parentPort } from "node:worker_threads";
  import { getHeapSpaceStatistics } from "node:v8";
  parentPort.once("message", () => {
    const kept = [];
    for (let at = 0; at < 1_000_000; at++) kept.push({ at });
    parentPort.postMessage(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);
  });
`;
const PROGRAM = `
  async function grownBytes() {
    const worker = startThread(${JSON.stringify(IN_THREAD)}, { eval: true });
    await new Promise((done) => worker.once("online", done));
    worker.postMessage("allocate");
    return new Promise((done) => worker.once("message", done));
  }
  const before = await grownBytes();
  tuneV8();
  process.stdout.write(JSON.stringify([before, await grownBytes()]));
`;

test("the space for new objects has at most 4 MB, in a long turn and after the start of a thread", async () => {
  const { code } = await transformWithOxc(await readFile(new URL("./v8-settings.ts", import.meta.url), "utf8"), "v8-settings.ts");
  // A separate process, because the settings apply to all threads of one.
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", code + PROGRAM], { encoding: "utf8" });
  const [before, after] = JSON.parse(output);
  expect(before).toBeGreaterThan(MAX_BYTES);
  expect(after).toBeLessThanOrEqual(MAX_BYTES);
});
