// Builds nats-server from its Go module into the user's cache folder, once for each state of go.mod and go.sum, and
// prints the binary's path. NATS_SERVER=/path/to/binary skips the build. Exits 2 with one sentence if Go is missing or
// the build fails.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const PACKAGE = "github.com/nats-io/nats-server/v2";

function fail(sentence) {
  console.error(`engine: ${sentence}`);
  process.exit(2);
}

const override = process.env.NATS_SERVER;
if (override !== undefined && override !== "") {
  if (!existsSync(override)) fail(`NATS_SERVER names ${override}, and there is no such file.`);
  console.log(override);
  process.exit(0);
}

const hash = createHash("sha256");
for (const name of ["go.mod", "go.sum"]) hash.update(readFileSync(join(here, name)));
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "daemonscope");
const binary = join(folder, `nats-server-${hash.digest("hex").slice(0, 16)}`);
if (existsSync(binary)) {
  console.log(binary);
  process.exit(0);
}
if (spawnSync("go", ["version"]).status !== 0) fail("nats-server needs Go to be built: install Go, or set NATS_SERVER=/path/to/binary.");

mkdirSync(folder, { recursive: true });
// Built under a temporary name, then renamed, so that two simultaneous builds do not conflict.
const unfinished = `${binary}.${process.pid}`;
console.error("engine: building nats-server");
const built = spawnSync("go", ["build", "-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", unfinished, PACKAGE], {
  cwd: here,
  stdio: ["ignore", 2, 2],
});
if (built.status !== 0) {
  rmSync(unfinished, { force: true });
  fail("the build failed, see above.");
}
renameSync(unfinished, binary);
console.log(binary);
