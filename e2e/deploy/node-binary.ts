import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { cannotRun } from "./step.ts";

const run = promisify(execFile);

/**
 * Returns a Node.js of a version, from npm's package of this platform, cached between runs. The step ends if it is not
 * available.
 */
export async function nodeBinary(version: string): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "daemonscope", `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, "node_modules", name, "bin", "node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const failure = await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", `${name}@${version}`], {
    cwd: folder,
  }).then(
    () => undefined,
    (error: Error) => error.message.split("\n").find((line) => /npm error (?!code|syscall|errno)/.test(line)) ?? error.message,
  );
  return existsSync(binary) ? binary : cannotRun(`npm has no ${name}@${version} for this machine (${failure ?? "it holds no bin/node"})`);
}
