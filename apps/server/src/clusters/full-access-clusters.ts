import type { FastifyRequest } from "fastify";
import { userInCluster } from "../access/auth/accounts.ts";
import { principalOf } from "../access/auth/request-principal.ts";
import { isFullAccess } from "../access/rights/user-rights.ts";
import { noAccess } from "../access/scoped/access-control.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import type { ClusterRuntime } from "./cluster-runtime.ts";
import type { Clusters } from "./clusters.ts";

/** Returns the clusters whose metrics a request may read: those that its user sees completely. Only the cluster in the
 *  URL counts, if there is one. Throws ApiFailure if none remains. */
export async function fullAccessClusters(
  clusters: Clusters,
  request: Pick<FastifyRequest, "principal" | "clusterName">,
): Promise<readonly ClusterRuntime[]> {
  const viewer = principalOf(request);
  const parts = request.clusterName === undefined ? clusters.all : [clusters.of(request)];
  if (viewer.kind === "owner") return parts;
  const isWhole = async ({ name, rights }: ClusterRuntime): Promise<boolean> => {
    const person = userInCluster(viewer, name);
    if (person === undefined || rights === undefined) return false;
    const userRights = await rights.rightsOf(person);
    if (userRights.daemonsets === "none") throw noAccess();
    return isFullAccess(userRights);
  };
  const answers = await Promise.allSettled(parts.map(isWhole));
  const whole = parts.filter((_part, at) => {
    const answer = answers[at];
    if (answer?.status === "rejected" && !(answer.reason instanceof ApiFailure)) throw answer.reason;
    return answer?.status === "fulfilled" && answer.value;
  });
  if (whole.length > 0) return whole;
  const failure = answers.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
  throw new ApiFailure(403, "Forbidden", "This page needs rights on a whole cluster, and yours cover a part of each.");
}
