import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostileRecordings } from "./hostile-recordings.fixture.ts";

/** The limit for a process that reads a recording, including its program. */
const MAX_MB = 256;
const run = promisify(execFile);
const root = mkdtempSync(join(tmpdir(), "daemonscope-hostile-"));
const program = join(root, "hostile-reader.js");
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "hostile-reader.fixture.ts"),
      outDir: root,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "hostile-reader.js" } },
    },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("L6 refuses a small recording that unpacks to gigabytes in one sentence, with at most 256 MB", { timeout: 180_000 }, async () => {
  const seen: unknown[] = [];
  for (const [name, bytes] of await hostileRecordings()) {
    const file = join(root, "recording.dslog");
    writeFileSync(file, bytes);
    const { stdout } = await run(process.execPath, [program, file], { timeout: 60_000 }).catch((error: Error) => ({
      stdout: JSON.stringify({ outcome: `ended: ${error.message.slice(-300)}`, mostMb: Number.POSITIVE_INFINITY }),
    }));
    seen.push({ name, kb: Math.ceil(bytes.length / 1024), ...(JSON.parse(stdout) as object) });
  }
  const good = seen.map((each) => {
    const { outcome, mostMb } = each as { readonly outcome: string; readonly mostMb: number };
    return /^(?:refused: [^\n.]+|read up to \d+)$/.test(outcome) && mostMb <= MAX_MB;
  });
  expect(good.every(Boolean), JSON.stringify(seen, undefined, 1)).toBe(true);
});
