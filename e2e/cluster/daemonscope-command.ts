import { spawn } from "node:child_process";
import { resolve } from "node:path";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");

/** Runs a command of daemonscope to its end. */
export function daemonscope(kubeconfig: string, ...args: readonly string[]): Promise<{ code: number; out: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, KUBECONFIG: kubeconfig } });
  let out = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => {
    out += part.toString("utf8");
  });
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString("utf8");
  });
  return new Promise((done) => child.once("close", (code) => done({ code: code ?? -1, out, stderr })));
}
