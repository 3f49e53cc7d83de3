/** The clusters of a server hang below this, each by its name: what stands behind the name is the path that a server of that cluster alone would answer. */
const OF_A_CLUSTER = /^\/clusters\/([a-z0-9][a-z0-9.-]{0,99})(\/.*|\?.*)?$/;

/** Of a request target, which cluster it names, and the target that routes know; undefined where it names none. */
export function clusterInTarget(target: string): { readonly name: string; readonly target: string } | undefined {
  const [, name, rest = ""] = OF_A_CLUSTER.exec(target) ?? [];
  if (name === undefined) return undefined;
  return { name, target: rest.startsWith("/") ? rest : `/${rest}` };
}

const named = new WeakMap<object, string>();

/** Notes which cluster a request names, before it is routed. */
export function nameCluster(request: object, name: string): void {
  named.set(request, name);
}

/** The name that stands in the address of a request; undefined where none does. */
export const clusterNamedBy = (request: object): string | undefined => {
  const { raw } = request as { readonly raw?: object };
  return named.get(raw ?? request);
};
