/** The path of a cluster: its name, then the path as on a server with only this cluster. */
const OF_A_CLUSTER = /^\/clusters\/([a-z0-9][a-z0-9.-]{0,99})(\/.*|\?.*)?$/;

/** Splits a request target into the cluster name and the target that routes know; undefined without a name. */
export function clusterNameInPath(target: string): { readonly name: string; readonly target: string } | undefined {
  const [, name, rest = ""] = OF_A_CLUSTER.exec(target) ?? [];
  if (name === undefined) return undefined;
  return { name, target: rest.startsWith("/") ? rest : `/${rest}` };
}

const named = new WeakMap<object, string>();

/** Stores the cluster name of a request, before routing. */
export function setRequestCluster(request: object, name: string): void {
  named.set(request, name);
}

/** Returns the cluster name in the address of a request; undefined if it has none. */
export const requestCluster = (request: object): string | undefined => {
  const { raw } = request as { readonly raw?: object };
  return named.get(raw ?? request);
};
