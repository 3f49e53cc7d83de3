import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { AuthKind } from "../flags/auth-kind.ts";

const REVIEW_RIGHT = { verb: "create", group: "authorization.k8s.io", resource: "subjectaccessreviews" } as const;

/**
 * Returns a warning for the start: the server may not review the access of users whom a proxy or a provider names.
 * They would see nothing. Undefined if it may, for other ways to sign in, or if the cluster does not respond.
 */
export async function checkReviewPermission(
  auth: AuthKind,
  reviews: Reviews | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (reviews === undefined || (auth !== "proxy" && auth !== "oidc")) return undefined;
  try {
    const { allowed } = await reviews.selfSubjectAccessReview({ kind: "server" }, REVIEW_RIGHT, signal);
    return allowed
      ? undefined
      : "The server's user may not create subjectaccessreviews.authorization.k8s.io, so users who sign in will see nothing: grant that right (docs/security.md).";
  } catch (error) {
    if (error instanceof KubeRequestError) return undefined;
    throw error;
  }
}
