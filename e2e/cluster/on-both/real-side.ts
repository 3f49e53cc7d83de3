import { join } from "node:path";
import { type ControlPlaneOptions, startControlPlane } from "../control-plane.ts";
import { mustShell, type Side, shellOf, Tape } from "./side.ts";

const LIMIT_MS = 120_000;

interface Listed {
  readonly items: readonly ApiObject[];
}
interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly name: string }[];
  };
  readonly spec?: Record<string, unknown>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const SYSTEM_TAINT = /^node\.kubernetes\.io\//;
/** Names of objects that exist in every new cluster. */
const SYSTEM = /^(default|kubernetes|kube-.*|system-.*)$/;

/** Returns an object without the fields that the API server sets. */
function withoutServerFields({ apiVersion, kind, metadata, spec, status, ...rest }: ApiObject): Record<string, unknown> {
  const { name, namespace, labels } = metadata;
  const { "deprecated.daemonset.template.generation": _generation, ...annotations } = metadata.annotations ?? {};
  const written = {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), labels, annotations },
    ...(spec === undefined ? {} : { spec: { ...spec } }),
  };
  // The scheduler binds the pod by its selector, as on the other side.
  if (kind === "Pod" && written.spec !== undefined) delete written.spec.nodeName;
  if (kind !== "Node") return kind === "PriorityClass" ? { ...rest, ...written } : written;
  const taints = ((spec?.taints ?? []) as { key: string }[]).filter(({ key }) => !SYSTEM_TAINT.test(key));
  const { capacity, allocatable } = status ?? {};
  return {
    ...written,
    metadata: { name, labels: { ...labels, "kwok.x-k8s.io/node": "fake" }, annotations },
    spec: { taints },
    status: { capacity, allocatable },
  };
}

async function list(side: Side, what: string): Promise<readonly ApiObject[]> {
  return (JSON.parse(await mustShell(side, `kubectl get ${what} -A -o json`)) as Listed).items;
}

async function create(side: Side, objects: readonly Record<string, unknown>[]): Promise<void> {
  if (objects.length > 0) await mustShell(side, "kubectl create -f -", JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
}

/**
 * Copies the history of another cluster to a control plane. Creates its objects, and applies the former templates of
 * each DaemonSet in order.
 */
async function copyPast(from: Side, to: Side): Promise<void> {
  const named = (objects: readonly ApiObject[]) => objects.filter(({ metadata }) => !SYSTEM.test(metadata.name));
  const nodes = await list(from, "nodes");
  await create(to, [...named(await list(from, "namespaces,priorityclasses")), ...nodes].map(withoutServerFields));
  const notReady = "kubectl get nodes -o jsonpath='{range .items[*]}{.spec.taints[*].key}{\"\\n\"}{end}' | grep node.kubernetes.io";
  await mustShell(to, `for i in $(seq 100); do ${notReady} >/dev/null || exit 0; sleep 0.1; done; exit 1`);
  const sets = await list(from, "daemonsets");
  const revisions = await list(from, "controllerrevisions");
  const templatesOf = (set: ApiObject) =>
    revisions
      .filter(({ metadata }) => metadata.namespace === set.metadata.namespace && metadata.ownerReferences?.[0]?.name === set.metadata.name)
      .sort((a, b) => Number(a.revision) - Number(b.revision))
      .map(({ data }) => {
        const { $patch: _replace, ...template } = (data as { spec: { template: Record<string, unknown> } }).spec.template;
        return template;
      });
  const first = sets.map((set) => ({ ...set, spec: { ...set.spec, template: templatesOf(set)[0] } }));
  await create(
    to,
    [
      ...first,
      ...named(await list(from, "services,deployments")),
      ...(await list(from, "pods")).filter(({ metadata }) => metadata.ownerReferences === undefined),
    ].map(withoutServerFields),
  );
  for (const set of sets)
    for (const template of templatesOf(set).slice(1)) {
      await to.quiet(1500);
      const patch = JSON.stringify([{ op: "replace", path: "/spec/template", value: template }]);
      await mustShell(to, `kubectl -n ${set.metadata.namespace} patch ds ${set.metadata.name} --type=json -p "$(cat)"`, patch);
    }
}

/** Starts a real control plane with the history of `model`. */
export async function startRealSide(model: Side, options: Omit<ControlPlaneOptions, "nodes">): Promise<Side> {
  const cluster = await startControlPlane({ nodes: 0, ...options });
  const tape = new Tape(cluster.kubeconfig);
  const side: Side = {
    name: "control plane",
    shell: shellOf(cluster.kubeconfig, join(cluster.dir, "kubectl-cache")),
    tape,
    async quiet(forMs) {
      const lineCount = () => tape.lines("pods").length + tape.lines("daemonsets").length;
      const fromMs = Date.now();
      let seen = lineCount();
      let sinceMs = fromMs;
      while (Date.now() - sinceMs < forMs) {
        if (Date.now() - fromMs > LIMIT_MS) throw new Error("the control plane does not converge");
        await new Promise((done) => setTimeout(done, 50));
        if (lineCount() === seen) continue;
        seen = lineCount();
        sinceMs = Date.now();
      }
    },
    async stop() {
      tape.stop();
      await cluster.stop();
    },
  };
  try {
    await copyPast(model, side);
  } catch (error) {
    await side.stop();
    throw error;
  }
  return side;
}
