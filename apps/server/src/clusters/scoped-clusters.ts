import { userInCluster } from "../access/auth/accounts.ts";
import type { Principal } from "../access/auth/principal.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import type { NamedCluster, UnusableCluster } from "./cluster-runtime.ts";
import type { MultiCluster } from "./clusters.ts";

const forbidden = ({ name, live }: NamedCluster, problem: string): UnusableCluster => ({
  name,
  context: live.log.state.cluster.context,
  problem,
  isForbidden: true,
});

/** Returns all clusters, each within the user's access scope. Of a cluster without access, or to which the user did not
 *  sign in, only the name, the context and the reason remain. */
export async function scopedClusters({ named, unusable, notes }: MultiCluster, viewer: Principal): Promise<MultiCluster> {
  if (viewer.kind === "owner") return { named, unusable, notes };
  const scoped = await Promise.all(named.map((part) => seenPart(part, viewer)));
  return {
    named: scoped.filter(isShown),
    unusable: [...scoped.filter((each): each is UnusableCluster => !isShown(each)), ...unusable],
    notes,
  };
}

const isShown = (each: NamedCluster | UnusableCluster): each is NamedCluster => "live" in each;

async function seenPart(
  part: NamedCluster,
  viewer: Exclude<Principal, { readonly kind: "owner" }>,
): Promise<NamedCluster | UnusableCluster> {
  const person = userInCluster(viewer, part.name);
  if (person === undefined || part.rights === undefined)
    return forbidden(part, `You are not signed in to this cluster: open /clusters/${part.name}/ and sign in with a token of it.`);
  try {
    const scope = await part.rights.scopeOf(person);
    return scope.kind === "everything" ? part : { ...part, live: scope.cluster.live, ...scope.cluster.readings };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return forbidden(part, error.message);
  }
}
