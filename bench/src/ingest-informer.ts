import { CoreV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";
import { measured } from "./measured.ts";

/** The baseline: the informer of the pinned Kubernetes client, with handlers that only count. */
const [url = "", events = "0"] = process.argv.slice(2);
const config = new KubeConfig();
config.loadFromOptions({
  clusters: [{ name: "c", server: url, skipTLSVerify: true }],
  users: [{ name: "u" }],
  contexts: [{ name: "x", cluster: "c", user: "u" }],
  currentContext: "x",
});
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, "/api/v1/pods", () => api.listPodForAllNamespaces());
let seen = 0;
informer.on("update", () => {
  seen++;
});
informer.on("error", (error) => process.stderr.write(`${String(error)}\n`));
await informer.start();
await measured(
  url,
  Number(events),
  () => seen,
  () => undefined,
);
