// Runs the page and the server with reload. The server bundle is rebuilt and restarted on a change. Vite serves the
// page.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const isWindows = process.platform === "win32";
const port = process.env.DAEMONSCOPE_PORT ?? "7373";
const children = [];

function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", shell: isWindows, detached: !isWindows, cwd: root, ...options });
  children.push(child);
  child.on("exit", (code) => stop(code ?? 0));
  return child;
}
let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) {
    try {
      if (isWindows) child.kill();
      else process.kill(-child.pid, "SIGTERM");
    } catch {
      // The process has already ended.
    }
  }
  process.exitCode = code;
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));

const main = join(root, "apps/server/dist/main.js");
const vite = (app) => join(root, "apps", app, "node_modules", ".bin", isWindows ? "vite.cmd" : "vite");
if (!existsSync(main)) {
  const built = spawnSync(vite("server"), ["build"], { stdio: "inherit", shell: isWindows, cwd: join(root, "apps/server") });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
run(vite("server"), ["build", "--watch", "--logLevel", "warn"], { cwd: join(root, "apps/server") });
run(process.execPath, ["--watch", "--watch-preserve-output", main, "serve", "--no-open", "--port", port, ...process.argv.slice(2)]);
run(vite("web"), ["--clearScreen", "false"], {
  cwd: join(root, "apps/web"),
  env: { ...process.env, DAEMONSCOPE_SERVER: `http://127.0.0.1:${port}` },
});
