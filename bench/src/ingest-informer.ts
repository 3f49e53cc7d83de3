import { CoreV1Api, makeInformer } from "@kubernetes/client-node";
import { configOf } from "./config-of.ts";
import { measured } from "./measured.ts";

/** The baseline: the informer of the pinned Kubernetes client, with handlers that only count. */
const [url = "", events = "0"] = process.argv.slice(2);
const config = configOf(url);
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
