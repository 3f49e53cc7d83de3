import type { Change, Manifest } from "./change.ts";

/** Fields that only a Deployment has: the number of replicas, the method of replacement, its deadline and the pause. */
const OF_DEPLOYMENTS = ["replicas", "strategy", "progressDeadlineSeconds", "paused"];

const without = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Returns a DaemonSet that replaces a Deployment, with its selector and template, without fields from the API
 *  server and its controller. The Deployment itself stays. */
export function daemonSetFromDeployment({ apiVersion, metadata, spec }: Manifest): Change {
  const { name, namespace, labels } = metadata;
  const manifestMetadata = { name, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }) };
  const manifest: Manifest = {
    apiVersion,
    kind: "DaemonSet",
    metadata: manifestMetadata,
    spec: without((spec ?? {}) as Record<string, unknown>, OF_DEPLOYMENTS),
  };
  return { kind: "createDaemonSet", manifest };
}
