import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { packBuilt } from "../packed.ts";
import { type Bundle, buildahIn, compressedBytes, lastLine, localBase, runtimeFor, writeBundle } from "./image-tools.ts";
import { cannotRun, measured } from "./step.ts";

const COMPRESSED_LIMIT_BYTES = 120_000_000;
const MEMORY_BYTES = 256 * 1024 * 1024;
const DOCKERFILES = resolve(import.meta.dirname, "../../deploy/image");

/** The probe's URL, with the port that the image exposes to the kubelet. */
const PROBE = "http://127.0.0.1:7374/livez";
/** Prints its process id, its user id, and the error code of a write into the root. */
const WHO_AND_WHERE = 'try { require("fs").writeFileSync("/x", "") } catch ({ code }) { console.log(process.pid, process.getuid(), code) }';

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Waits until the output of a process matches, and returns the first group. Throws with the output at its end. */
async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = "";
  child.stderr?.on("data", (part: Buffer) => {
    output += part.toString("utf8");
  });
  for await (const part of child.stdout ?? []) {
    output += String(part);
    const found = pattern.exec(output)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`it ended without a word of ${pattern}: ${output}`);
}

test.describe("the image", () => {
  test.describe.configure({ mode: "serial" });
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-image-"));
  let bundle: Bundle | undefined;
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("builds from the package on a named base, and weighs at most 120 MB", async () => {
    const buildah = buildahIn(folder);
    const base = await localBase(folder, buildah).catch((error) => cannotRun(`buildah cannot build here: ${lastLine(error)}`));
    const context = join(folder, "context");
    mkdirSync(context);
    cpSync(await packBuilt(folder), join(context, "daemonscope-0.1.0.tgz"));
    const dockerfile = join(DOCKERFILES, "Dockerfile");
    const build = (...args: readonly string[]) =>
      buildah("build", "--isolation", "chroot", "--format", "docker", "-f", dockerfile, ...args, "-t", "localhost/daemonscope", context);
    // The build needs an explicit base.
    await expect(build()).rejects.toThrow();
    await build("--build-arg", `BASE=${base}`);
    await buildah("push", "--quiet", "localhost/daemonscope", `oci:${join(folder, "oci")}`);
    const bytes = compressedBytes(join(folder, "oci"));
    expect(bytes).toBeLessThan(COMPRESSED_LIMIT_BYTES);
    measured(`${(bytes / 1e6).toFixed(1)} MB compressed`);
    const { Docker } = JSON.parse(await buildah("inspect", "--type", "image", "localhost/daemonscope"));
    const root = await buildah("mount", await buildah("from", "localhost/daemonscope"));
    bundle = { folder: join(folder, "bundle"), root, config: Docker.config };
    mkdirSync(bundle.folder);
    // The kubelet needs a numeric user; the health check is for runtimes without a kubelet.
    expect(bundle.config.User).toBe("65532:65532");
    expect(Docker.config.Healthcheck.Test[0]).toBe("CMD");
    expect(bundle.config.Labels["org.opencontainers.image.base.name"]).toBe(base);
  });

  test("contains the licences and the bill of materials of its content, and no shell", () => {
    if (bundle === undefined) return cannotRun("the image was not built");
    const { root } = bundle;
    expect(readdirSync(join(root, "opt/daemonscope/package"))).toEqual(
      expect.arrayContaining(["LICENSE", "THIRD-PARTY.txt", "sbom.cdx.json"]),
    );
    expect(JSON.parse(readFileSync(join(root, "opt/daemonscope/package/sbom.cdx.json"), "utf8")).bomFormat).toBe("CycloneDX");
    expect(["bin/sh", "bin/bash", "usr/bin/env"].filter((path) => existsSync(join(root, path)))).toEqual([]);
  });

  test("runs as an unprivileged user on a read-only root in 256 MB, and stops on SIGTERM as process 1", async () => {
    if (bundle === undefined) return cannotRun("the image was not built");
    if (await answers(PROBE)) cannotRun(`something else answers at ${PROBE}`);
    const { Entrypoint, Cmd, Healthcheck, User } = bundle.config;
    writeBundle(bundle, [Entrypoint[0] ?? "", "-e", WHO_AND_WHERE], MEMORY_BYTES);
    const { runtime, printed } = runtimeFor(bundle);
    expect(printed).toBe("1 65532 EROFS");
    const [name, ...state] = runtime;
    const id = `daemonscope-${process.pid}`;
    writeBundle(bundle, [...Entrypoint, ...Cmd, "--simulate=bad-image", "--port", "0"], MEMORY_BYTES);
    const child = spawn(name, [...state, "run", id], { cwd: bundle.folder, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    try {
      const url = await lineOf(child, /^(http:\/\/127\S+)$/m);
      expect((await fetch(PROBE)).status).toBe(200);
      const [, ...healthcheck] = Healthcheck.Test;
      expect(spawnSync(name, [...state, "exec", "--user", User, id, ...healthcheck]).status).toBe(0);
      expect(await (await fetch(url)).text()).toContain("<title>Daemonscope</title>");
      const signalledMs = performance.now();
      child.kill("SIGTERM");
      expect((await ended)[0]).toBe(0);
      measured(`by ${name}, ended ${(performance.now() - signalledMs).toFixed(0)} ms after SIGTERM`);
    } finally {
      if (child.exitCode === null) spawnSync(name, [...state, "delete", "--force", id]);
    }
  });
});
