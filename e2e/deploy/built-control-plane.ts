import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Whether this machine can build Go modules. */
export const hasGo = (): boolean => spawnSync("go", ["version"]).status === 0;

/**
 * Builds the control plane unless it is built, and sets CONTROL_PLANE for `startControlPlane`. Throws if the build
 * fails.
 */
export function buildControlPlane(): void {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "../control-plane/build.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error("the control plane did not build");
  process.env.CONTROL_PLANE = built.stdout.trim();
}
