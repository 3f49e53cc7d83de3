import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");

const daemonscope = (...args: readonly string[]): ChildProcessWithoutNullStreams => spawn(process.execPath, [MAIN, ...args]);
const codeOf = async (child: ChildProcessWithoutNullStreams): Promise<unknown> => (await once(child, "close"))[0];

test.describe("an interrupted command has the exit code of its signal", () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    test(`${signal} while standard input is read`, async () => {
      const child = daemonscope("explain", "--nodes", "-", "--daemonset", "-");
      const ended = codeOf(child);
      // Exceeds the buffer of a pipe, so that the command is reading once all is written.
      await new Promise((done) => child.stdin.write(`${"# nothing yet\n".repeat(100_000)}`, done));
      child.kill(signal);
      expect(await ended).toBe(code);
    });
    test(`${signal} while a pipe without a writer is read`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "daemonscope-commands-"));
      const pipe = join(folder, "nodes");
      execFileSync("mkfifo", [pipe]);
      // The command prints warnings about this file before it reads the other file.
      writeFileSync(join(folder, "set.yaml"), "kind: DaemonSet\nmetadata: {name: a}\n");
      const child = daemonscope("explain", "--daemonset", join(folder, "set.yaml"), "--nodes", pipe);
      const ended = codeOf(child);
      await once(child.stderr, "data");
      child.kill(signal);
      expect(await ended).toBe(code);
      rmSync(folder, { recursive: true });
    });
    test(`${signal} while changes are watched`, async () => {
      const child = daemonscope("status", "--simulate", "--all-namespaces", "--watch");
      const ended = codeOf(child);
      await once(child.stdout, "data");
      child.kill(signal);
      expect(await ended).toBe(code);
    });
  }
  test("a closed output pipe", async () => {
    const child = daemonscope("status", "--simulate", "--speed", "10", "--all-namespaces", "--watch");
    const ended = codeOf(child);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect(await ended).toBe(141);
  });
});

test("a command that writes a file completes without the reader of its output", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-commands-"));
  const [recording, anonymised] = [join(folder, "recording"), join(folder, "anonymised")];
  const recorder = daemonscope("record", recording, "--simulate", "--speed", "60");
  const recorded = codeOf(recorder);
  let started = "";
  recorder.stderr.on("data", (part: Buffer) => {
    started += part.toString("utf8");
  });
  await expect.poll(() => started, { timeout: 20_000 }).toContain("Ctrl-C ends it");
  recorder.kill("SIGINT");
  expect(await recorded).toBe(0);
  const importer = daemonscope("import", recording, anonymised, "--anonymise");
  importer.stdout.destroy();
  expect(await codeOf(importer)).toBe(0);
  expect(existsSync(anonymised)).toBe(true);
  rmSync(folder, { recursive: true });
});

test("a message starts with error:, keeps the case of a file name, and escapes hidden characters of the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-commands-"));
  const file = join(folder, "nodes.yaml");
  writeFileSync(file, 'kind: "Po\\e[2Jd"\n');
  const child = daemonscope("explain", "--nodes", file);
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString("utf8");
  });
  expect(await codeOf(child)).toBe(2);
  expect(stderr).toBe(`error: file ${file} is a Po\\u001b[2Jd, and file ${file} holds no Node\n`);
  rmSync(folder, { recursive: true });
});
