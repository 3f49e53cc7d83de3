/**
 * The compared part of a command's output: all of it, its lines in any order, its last line or the owners of fields.
 * The output of a command that only waits is not compared.
 */
type Compared = "text" | "lines" | "last line" | "owners" | "nothing";

export interface ComparedCommand {
  readonly args: string;
  readonly input?: string;
  readonly compared: Compared;
}

function manifest(name: string, image: string, more: { readonly env?: boolean; readonly tolerations?: boolean } = {}): string {
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, labels: { app: name } },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy: { rollingUpdate: { maxUnavailable: "100%" } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          priorityClassName: "system-node-critical",
          ...(more.tolerations === false ? {} : { tolerations: [{ key: "dedicated", operator: "Exists" }] }),
          containers: [
            {
              name: "agent",
              image,
              ...(more.env === false ? {} : { env: [{ name: "LEVEL", value: "info" }] }),
              ports: [{ name: "http", containerPort: 80 }],
              resources: { requests: { cpu: "10m", memory: "20Mi" } },
              readinessProbe: { httpGet: { path: "/ready", port: 80 } },
              volumeMounts: [{ name: "log", mountPath: "/var/log" }],
            },
          ],
          volumes: [{ name: "log", hostPath: { path: "/var/log" } }],
        },
      },
    },
  });
}

const BAD = JSON.stringify({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "bad" },
  spec: {
    colour: "red",
    selector: { matchLabels: { app: "bad" } },
    template: {
      metadata: { labels: { app: "bad" } },
      spec: { containers: [{ name: "a", image: "a:1", readinessProbe: { httpGet: { port: 80, colur: "x" } } }] },
    },
  },
});

/** A namespace and its objects, as one file. */
const STACK = JSON.stringify({
  apiVersion: "v1",
  kind: "List",
  items: [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "logging" } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "agent", namespace: "logging" } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "agent", namespace: "logging" }, data: { level: "info" } },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "agent", namespace: "logging" },
      spec: { clusterIP: "None", selector: { app: "agent" }, ports: [{ port: 80 }] },
    },
  ],
});

/** Has one wrong field, because the real server checks fields in a varying order, and not always all of them. */
const ONE_WRONG_FIELD = BAD.replace('"colour":"red",', "");

const text = (args: string, input?: string): ComparedCommand => ({ args, compared: "text", ...(input === undefined ? {} : { input }) });
const lines = (args: string): ComparedCommand => ({ args, compared: "lines" });
const last = (args: string): ComparedCommand => ({ args, compared: "last line" });
const apply = (input: string, flags = ""): ComparedCommand => text(`apply -f -${flags}`, input);
const rolledOut = last("rollout status ds/agent --timeout=60s");
const owners: ComparedCommand = { args: "get ds agent -o json --show-managed-fields", compared: "owners" };

/** Commands for both clusters, in this order: each leaves both in the same state. */
export const COMMANDS: readonly ComparedCommand[] = [
  // Discovery.
  text("api-resources"),
  lines("api-versions"),
  text("get apiservices"),
  text("describe apiservice v1.apps"),
  text("get runtimeclasses,csidrivers,podtemplates,customresourcedefinitions"),
  text("get nodes"),
  text("get nodes -o wide"),
  text("get ns"),
  text("get svc"),
  text("get priorityclasses"),
  text("auth can-i create daemonsets"),
  text("auth can-i list nodes -q"),
  text("auth can-i --list"),
  text("auth whoami"),
  text("explain ds.spec.updateStrategy"),
  // Client-side apply, from creation through updates to undo and restart.
  apply(manifest("agent", "agent:1"), " --dry-run=server"),
  apply(manifest("agent", "agent:1")),
  rolledOut,
  apply(manifest("agent", "agent:1")),
  text("get ds"),
  text("get ds -o wide"),
  text("get ds -A"),
  lines("get pods"),
  lines("get pods -o wide"),
  lines("get all"),
  text("get controllerrevisions"),
  text("get ds agent -o yaml"),
  owners,
  text("describe ds agent"),
  text("describe node node-1"),
  lines("get pods --field-selector spec.nodeName=node-0 -o name"),
  lines("get pods -l app=agent --show-labels"),
  lines("get pods --chunk-size=1 -o name"),
  text("diff -f -", manifest("agent", "agent:2")),
  apply(manifest("agent", "agent:2")),
  rolledOut,
  text("set image ds/agent agent=agent:3"),
  text("set env ds/agent COLOUR=red"),
  rolledOut,
  text("rollout history ds/agent"),
  text("rollout history ds/agent --revision=2"),
  text("rollout undo ds/agent --to-revision=1"),
  rolledOut,
  text("rollout history ds/agent"),
  text("rollout undo ds/agent --to-revision=5"),
  text("rollout restart ds/agent"),
  rolledOut,
  text("rollout pause ds/agent"),
  owners,
  // Server-side apply, over client-side apply and with conflicts between managers.
  apply(manifest("agent", "agent:1"), " --server-side"),
  owners,
  text("set image ds/agent agent=agent:4"),
  apply(manifest("agent", "agent:1"), " --server-side"),
  apply(manifest("agent", "agent:1"), " --server-side --force-conflicts"),
  apply(manifest("agent", "agent:1", { env: false }), " --server-side"),
  apply(manifest("agent", "agent:1"), " --server-side --field-manager=other"),
  apply(manifest("agent", "agent:5"), " --server-side --field-manager=other"),
  apply(manifest("agent", "agent:1", { tolerations: false }), " --server-side"),
  owners,
  apply(manifest("other", "other:1"), " --server-side"),
  apply(ONE_WRONG_FIELD, " --server-side --validate=false"),
  text("delete ds other"),
  // Garbage collection deletes the pods asynchronously in both clusters.
  { args: "wait --for=delete pod -l app=other --timeout=60s", compared: "nothing" },
  rolledOut,
  // Labels, taints, cordons, drains.
  text("label node node-1 pool=x"),
  text("label node node-1 pool=y"),
  text("label node node-1 pool=y --overwrite"),
  text("label node node-1 pool-"),
  text("annotate ds agent note=hello"),
  text("taint node node-1 dedicated=db:NoSchedule"),
  text("taint node node-1 dedicated=db:NoSchedule"),
  text("taint node node-1 dedicated=web:NoSchedule --overwrite"),
  text("taint node node-1 dedicated-"),
  text("cordon node-2"),
  text("cordon node-2"),
  text("get nodes"),
  lines("drain node-2"),
  text("drain node-2 --ignore-daemonsets"),
  text("uncordon node-2"),
  // Fields that are wrong.
  apply(BAD),
  apply(BAD, " --validate=warn"),
  text("delete ds bad --ignore-not-found"),
  text('patch ds agent --type=json -p [{"op":"test","path":"/kind","value":"Pod"}]'),
  text('patch ds agent -p {"spec":{"minReadySeconds":"a"}}'),
  text('patch ds agent --type=merge -p {"spec":{"selector":{"matchLabels":{"app":"x"}}}}'),
  text('patch ds agent --type=merge -p {"spec":{"updateStrategy":{"type":"Recreate"}}}'),
  text('patch ds agent --type=merge -p {"spec":{"minReadySeconds":-1}}'),
  text('patch ds agent --type=merge -p {"spec":{"minReadySeconds":1}}'),
  text('patch ds agent --subresource=status --type=merge -p {"status":{"numberReady":4}}'),
  rolledOut,
  text("scale ds agent --replicas=3"),
  text("create -f -", manifest("agent", "agent:1")),
  text("replace -f -", manifest("none", "none:1")),
  text("get ds none"),
  text("get unicorns"),
  text("get pods --field-selector colour=red"),
  text("get pods -l a~b"),
  // Commands for other kinds. kubectl sends some bodies in protobuf.
  text("create ns elsewhere"),
  text("create ns elsewhere"),
  text("delete ns elsewhere --wait=false"),
  text("create configmap late -n elsewhere --from-literal=a=b"),
  text("get ns"),
  text("delete ns default"),
  text("apply -f -", STACK),
  text("diff -f -", STACK),
  text("delete --wait=false -f -", STACK),
  text("create configmap settings --from-literal=a=b"),
  text("get cm settings -o yaml"),
  text("create sa reader"),
  text("get sa"),
  text("expose ds agent --port=80"),
  text("create priorityclass high --value=5"),
  text("get pc high -o yaml"),
  text("create pdb agent --selector=app=agent --min-available=4"),
  text("get pdb agent -o jsonpath={.spec}"),
  text("delete pdb,configmap,sa,pc agent settings reader high --ignore-not-found"),
  // Kinds that the simulator only stores.
  text("create secret generic release --from-literal=a=b"),
  text("get secret release -o yaml"),
  text("get secrets"),
  text("create role reader --verb=get --resource=pods"),
  text("create rolebinding readers --role=reader --user=me --serviceaccount=default:agent"),
  text("get roles,rolebindings -o wide"),
  text("create ingress web --class=nginx --rule=example.test/a=web:80"),
  text("get ingress"),
  text("create quota few --hard=pods=2"),
  text("get events.events.k8s.io --field-selector regarding.name=none"),
  text("create deployment web --image=web:1 --replicas=2 --dry-run=server -o yaml"),
  text("exec ds/none -- ls"),
  text("delete secret,role,rolebinding,ingress,quota release reader readers web few --ignore-not-found"),
  last("logs ds/agent"),
  // Commands that delete the DaemonSet.
  text("delete ds agent --dry-run=server"),
  text("delete ds agent --cascade=orphan"),
  lines("get pods -o custom-columns=OWNERS:.metadata.ownerReferences"),
  apply(manifest("agent", "agent:1")),
  rolledOut,
  text("delete ds agent --cascade=foreground"),
  text("get pods"),
  apply(manifest("agent", "agent:1")),
  rolledOut,
  text("delete ds agent"),
  text("delete ds agent"),
  text("delete node node-3"),
  text("get nodes"),
];
