// The initial objects for each tool, and the checks through kubectl.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { controlPlane } from "../clusters.mjs";
import { run, until } from "./play.mjs";

export const NAMESPACE = "tried";
const labels = { app: "agent" };
const DAEMON_SET = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent", namespace: NAMESPACE },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "agent", image: "agent:1" }] } },
  },
};

/** Creates a DaemonSet on three nodes in a separate namespace. Returns kubectl, and the environment of the tools. */
export async function createStage(kubeconfig, folder) {
  // k9s, too, edits with the kubectl of the path.
  controlPlane();
  const environment = {
    ...process.env,
    KUBECONFIG: kubeconfig,
    KUBECACHEDIR: join(folder, "cache"),
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: undefined,
    XDG_CACHE_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_STATE_HOME: undefined,
  };
  mkdirSync(environment.HOME, { recursive: true });
  const kubectl = (args, options = {}) => run("kubectl", args.split(" "), { environment, ...options });
  const get = async (what) => JSON.parse(await kubectl(`-n ${NAMESPACE} get ${what} -o json`));
  await kubectl(`create namespace ${NAMESPACE}`);
  await kubectl("create -f -", { input: JSON.stringify(DAEMON_SET) });
  await kubectl(`-n ${NAMESPACE} rollout status ds/agent --timeout=60s`);
  await until(
    () => get("ds/agent"),
    ({ status }) => assert.equal(status.numberAvailable, 3),
  );
  return { kubeconfig, folder, environment, kubectl, get };
}
