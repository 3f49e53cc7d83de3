// Runs pnpm without a separate installation: `node scripts/pnpm.mjs run check`. Exit codes pass through. The whole
// process group ends with this process, for any cause.
import { spawn } from "node:child_process";

const PNPM = "pnpm@12.21.0";
const isPnpm = (process.env.npm_config_user_agent ?? "").startsWith("pnpm/");
const [command, ...prefix] = isPnpm ? ["pnpm"] : ["npx", "--yes", PNPM];
const isWindows = process.platform === "win32";

const child = spawn(command, [...prefix, ...process.argv.slice(2)], { stdio: "inherit", shell: isWindows, detached: !isWindows });

function forward(signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => forward(signal));

// npm does not forward SIGTERM, so this detects that npm has ended.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && forward("SIGTERM"), 500).unref();

child.on("error", (error) => {
  console.error(`daemonscope: cannot run ${command}: ${error.message}. Install Node.js with npm, then try again.`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)));
