import { KubeRequestError, NoResponseError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews, UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import { ApiFailure } from "../../platform/failure/api-failure.ts";

/** Characters. Longer than usual tokens, also those of a provider that lists many groups. */
export const TOKEN_LIMIT = 15_000;

/** Cleans a pasted token: removes white space, `Bearer` and surrounding quotes. */
export function normalizeToken(text: string): string {
  return text
    .replace(/^\s*(authorization:\s*)?bearer\s+/i, "")
    .replace(/\s+/g, "")
    .replace(/^(["'])(.*)\1$/, "$2");
}

/** Returns the expiry of a token in milliseconds, from its `exp` claim; undefined if the token has none. The cluster
 *  verifies the claim, not this function. */
export function tokenExpiry(token: string): number | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const exp = typeof payload === "object" && payload !== null ? (payload as { readonly exp?: unknown }).exp : undefined;
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

const CREATE_COMMAND = "kubectl create token NAME -n NAMESPACE";

const refused = () =>
  new ApiFailure(
    401,
    "TokenRefused",
    `The cluster does not know this token: it is of another cluster, was revoked, or is not whole; make a new one with \`${CREATE_COMMAND}\`.`,
  );

function failureOf(error: unknown): unknown {
  if (!(error instanceof KubeRequestError)) return error;
  if (error.code === "unauthorized") return refused();
  if (error.code === "forbidden")
    return new ApiFailure(
      502,
      "CannotReview",
      "The cluster does not allow token checks: let the token's user create selfsubjectreviews, or the user of this server create tokenreviews.",
    );
  // The error's text is from this program. The API server's texts are not shown to users who are not signed in.
  if (error instanceof NoResponseError || error.code === "notSent")
    return new ApiFailure(502, "CollectorSilent", `Cannot verify the token: ${error.message}.`);
  return new ApiFailure(
    502,
    "ClusterSilent",
    "The cluster did not say whose token this is: try again, and look whether its API server answers.",
  );
}

async function userOf(reviews: Reviews, token: string, signal: AbortSignal): Promise<UserInfo> {
  try {
    return await reviews.selfSubjectReview({ kind: "own token", token }, signal);
  } catch (error) {
    // Clusters before 1.28 do not serve SelfSubjectReviews, and some allow no user to create one.
    if (!(error instanceof KubeRequestError) || (error.httpStatus !== 404 && error.code !== "forbidden")) throw error;
    const verdict = await reviews.tokenReview(token, signal);
    if (!verdict.authenticated) throw refused();
    return verdict.user;
  }
}

/** Returns the owner of a token according to the cluster. Throws ApiFailure with the reason and the next step. */
export async function tokenOwner(reviews: Reviews, token: string, nowMs: number, signal: AbortSignal): Promise<UserInfo> {
  if (token === "") throw new ApiFailure(400, "NoToken", `There is no token: paste one, as \`${CREATE_COMMAND}\` prints it.`);
  if (token.length > TOKEN_LIMIT || !/^[\x21-\x7e]+$/.test(token))
    throw new ApiFailure(400, "NoToken", `That is no token, but another text: paste one as \`${CREATE_COMMAND}\` prints it.`);
  const endsAtMs = tokenExpiry(token);
  if (endsAtMs !== undefined && endsAtMs <= nowMs)
    throw new ApiFailure(401, "TokenExpired", `The token has expired: make a new one with \`${CREATE_COMMAND}\`.`);
  let user: UserInfo;
  try {
    user = await userOf(reviews, token, signal);
  } catch (error) {
    throw failureOf(error);
  }
  // Without authentication the API server accepts any token, and reports the anonymous user.
  if (user.userName === "" || user.userName === "system:anonymous") throw refused();
  return user;
}
