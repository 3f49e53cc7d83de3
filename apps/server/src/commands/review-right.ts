import { KubeRequestError } from "../cluster/kube-request-error.ts";
import type { Reviews } from "../cluster/reviews.ts";
import type { AuthKind } from "../command-line/auth-kind.ts";

const ASKED = { verb: "create", group: "authorization.k8s.io", resource: "subjectaccessreviews" } as const;

/** What to warn of at the start: the server has to ask about people whom a proxy or a provider names, and may not; nobody would see anything. Undefined where it may, or where the
 *  cluster does not say. */
export async function missingReviewRight(auth: AuthKind, reviews: Reviews | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (reviews === undefined || (auth !== "proxy" && auth !== "oidc")) return undefined;
  try {
    const { allowed } = await reviews.selfSubjectAccessReview({ kind: "server" }, ASKED, signal);
    return allowed
      ? undefined
      : "The server's user may not create subjectaccessreviews.authorization.k8s.io, so nobody who signs in will see anything: give it that right (docs/security.md).";
  } catch (error) {
    if (error instanceof KubeRequestError) return undefined;
    throw error;
  }
}
