import { KubeRequestError, NoResponseError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { expect, test } from "vitest";
import type { ApiFailure } from "../../platform/failure/api-failure.ts";
import { tokenOwner } from "./bearer-token.ts";

/** Returns the code and message of the sign-in error if selfSubjectReview fails with `error`. */
async function signInErrorOf(error: Error): Promise<readonly [string, string]> {
  const reviews = { selfSubjectReview: () => Promise.reject(error) } as unknown as Reviews;
  const failure: unknown = await tokenOwner(reviews, "a-token", 0, new AbortController().signal).catch((reason) => reason);
  const { code, message } = (failure as ApiFailure).body;
  return [code, message];
}

test.each<readonly [string, Error, readonly [string, string]]>([
  [
    "that is disconnected is reported with its message",
    new NoResponseError(
      "unreachable",
      "the collector of prod has not responded since 2026-01-31T12:00:00Z, and no other has taken over: look whether one runs",
    ),
    [
      "CollectorSilent",
      "Cannot verify the token: the collector of prod has not responded since 2026-01-31T12:00:00Z, and no other has taken over: look whether one runs.",
    ],
  ],
  [
    "that refuses is reported with its message",
    new KubeRequestError("notSent", "this is a simulated cluster, which has no users: leave out --auth"),
    ["CollectorSilent", "Cannot verify the token: this is a simulated cluster, which has no users: leave out --auth."],
  ],
])("a collector %s", async (_what, error, expected) => {
  expect(await signInErrorOf(error)).toEqual(expected);
});

test("G19 does not show error details of an API server before sign-in", async () => {
  const [code, message] = await signInErrorOf(new KubeRequestError("refused", "POST https://10.0.0.1:6443/apis: connection refused"));
  expect(code).toBe("ClusterSilent");
  expect(message).not.toContain("10.0.0.1");
});
