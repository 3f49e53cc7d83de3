import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

/** Whether this machine can build Go modules. */
export const hasGo = (): boolean => spawnSync("go", ["version"]).status === 0;

/**
 * Builds the control plane and kubectl unless they are built. Sets CONTROL_PLANE for `startControlPlane`, and puts
 * kubectl on the path. Throws if the build fails.
 */
export function buildControlPlane(): void {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "../control-plane/build.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error("the control plane did not build");
  process.env.CONTROL_PLANE = built.stdout.trim();
  process.env.PATH = [dirname(process.env.CONTROL_PLANE), process.env.PATH].join(delimiter);
}
