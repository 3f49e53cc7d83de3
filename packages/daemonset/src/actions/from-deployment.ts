import type { Change, Manifest } from "./change.ts";

/** What only a Deployment has: how many, in which way they are replaced, and how long that may take. */
const OF_DEPLOYMENTS = ["replicas", "strategy", "progressDeadlineSeconds", "paused"];

const without = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A DaemonSet in the place of a Deployment, with its selector and template; what the API server and its controller wrote is left out. The Deployment itself stays. */
export function daemonSetFromDeployment({ apiVersion, metadata, spec }: Manifest): Change {
  const { name, namespace, labels } = metadata;
  const own = { name, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }) };
  const manifest: Manifest = {
    apiVersion,
    kind: "DaemonSet",
    metadata: own,
    spec: without((spec ?? {}) as Record<string, unknown>, OF_DEPLOYMENTS),
  };
  return { kind: "createDaemonSet", manifest };
}
