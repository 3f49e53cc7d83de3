// Runs pnpm without asking anybody to install it: `node scripts/pnpm.mjs run check`.
// Exit codes pass through; the whole process group ends with this process, however it ends.
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
    // the group is gone already
  }
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => forward(signal));

// npm does not pass SIGTERM on: notice that it is gone.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && forward("SIGTERM"), 500).unref();

child.on("error", (error) => {
  console.error(`daemonscope: cannot run ${command}: ${error.message}. Install Node.js with npm, then try again.`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)));
