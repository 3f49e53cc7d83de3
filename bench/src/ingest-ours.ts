import { UidTable } from "@daemonscope/columns/uid-table";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { benchWatch } from "./bench-watch.ts";
import { measured } from "./measured.ts";

/** Our ingest: watch, decode and model, with the changes taken every 50 ms. */
const [url = "", events = "0"] = process.argv.slice(2);
const podUids = new UidTable();
const model = new ClusterModel({ nowMs: Date.now(), objects: "columns", podUids });
const { healthyPods } = model;
let seen = 0;
const watch = benchWatch({
  podUids,
  ...(healthyPods === undefined
    ? {}
    : {
        healthyPods: {
          find: (uid) => healthyPods.find(uid),
          apply(status) {
            const isApplied = healthyPods.apply(status);
            if (isApplied) seen++;
            return isApplied;
          },
        },
      }),
  transport: createTransport({
    server: url,
    authorize: (request) => {
      Object.assign(request, { rejectUnauthorized: false });
      return Promise.resolve(0);
    },
  }),
  emit(event) {
    if (event.do === "put" && event.kind === "pods") seen++;
    model.apply(event);
  },
});
await watch.synced;
const before = seen;
await measured(
  url,
  Number(events),
  () => seen - before,
  () => void model.takeChanges(),
);
