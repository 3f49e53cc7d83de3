declare module "fastify" {
  interface FastifyRequest {
    /** The cluster name in the URL of a request; undefined if it has none. */
    clusterName: string | undefined;
  }
}

/** The path of a cluster: its name, then the path as on a server with only this cluster. */
const CLUSTER_URL = /^\/clusters\/([a-z0-9][a-z0-9.-]{0,99})(\/.*|\?.*)?$/;

/** Splits a request target into the cluster name and the target that routes know; undefined without a name. */
export function clusterNameInPath(target: string): { readonly name: string; readonly target: string } | undefined {
  const [, name, rest = ""] = CLUSTER_URL.exec(target) ?? [];
  if (name === undefined) return undefined;
  return { name, target: rest.startsWith("/") ? rest : `/${rest}` };
}
