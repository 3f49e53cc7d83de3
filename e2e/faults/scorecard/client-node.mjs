// Watches the nodes of an API server with the informer of @kubernetes/client-node, as its documentation shows:
// `node client-node.mjs URL`. Prints "P NAME WRITE" for each add and update, "D NAME" for each deletion, "L 0" for each
// error, and "L 1" for each connection.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const RESTART_MS = 5000;
const client = createRequire(join(import.meta.dirname, "../../../packages/kube-client/package.json")).resolve("@kubernetes/client-node");
const { CoreV1Api, KubeConfig, makeInformer } = await import(pathToFileURL(client));
const config = new KubeConfig();
config.loadFromOptions({
  clusters: [{ name: "c", server: process.argv[2], skipTLSVerify: true }],
  users: [{ name: "u" }],
  contexts: [{ name: "x", cluster: "c", user: "u" }],
  currentContext: "x",
});
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, "/api/v1/nodes", () => api.listNode());
const put = ({ metadata }) => console.log(`P ${metadata.name} ${metadata.labels?.write}`);
informer.on("add", put);
informer.on("update", put);
informer.on("delete", ({ metadata }) => console.log(`D ${metadata.name}`));
informer.on("connect", () => console.log("L 1"));
const start = () =>
  informer.start().catch(() => {
    console.log("L 0");
    setTimeout(start, RESTART_MS);
  });
informer.on("error", () => {
  console.log("L 0");
  setTimeout(start, RESTART_MS);
});
await start();
