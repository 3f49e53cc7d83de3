import type { FastifyRequest } from "fastify";
import { noAccess } from "../rights/rights-desk.ts";
import { isFullAccess } from "../rights/viewer-rights.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { userInCluster } from "../viewers/accounts.ts";
import { principalOf } from "../viewers/viewer-of.ts";
import { requestCluster } from "./chosen-cluster.ts";
import type { ClusterRuntime } from "./cluster-part.ts";
import type { Clusters } from "./clusters.ts";

/** Returns the clusters whose metrics a request may read: the one in its URL, or all that its user sees
 *  completely. Throws ApiFailure if there is none. */
export async function wholeClusters(clusters: Clusters, request: Pick<FastifyRequest, "url">): Promise<readonly ClusterRuntime[]> {
  const viewer = principalOf(request);
  const parts = requestCluster(request) === undefined ? clusters.all : [clusters.of(request)];
  if (viewer.kind === "owner") return parts;
  const isWhole = async ({ name, rights }: ClusterRuntime): Promise<boolean> => {
    const person = userInCluster(viewer, name);
    if (person === undefined || rights === undefined) return false;
    const own = await rights.rightsOf(person);
    if (own.daemonsets === "none") throw noAccess();
    return isFullAccess(own);
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
  throw new ApiFailure(403, "Forbidden", "This is about whole clusters, and your own rights cover a part of each: it takes all of one.");
}
