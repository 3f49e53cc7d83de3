import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { expect, test } from "vitest";
import type { AuthKind } from "../flags/auth-kind.ts";
import { checkReviewPermission } from "./check-review-permission.ts";

const refuse = () => Promise.reject(new Error("this is not asked"));
const reviewsAnswering = (allowed: boolean | "silent"): Reviews => ({
  selfSubjectReview: refuse,
  tokenReview: refuse,
  selfSubjectRulesReview: refuse,
  subjectAccessReview: refuse,
  selfSubjectAccessReview: async () => {
    if (allowed === "silent") throw new KubeRequestError("timeout", "no answer");
    return { allowed, reason: "" };
  },
});

test.each<[AuthKind, boolean | "silent", boolean]>([
  ["none", false, false],
  ["token", false, false],
  ["proxy", false, true],
  ["oidc", false, true],
  ["oidc", true, false],
  ["proxy", "silent", false],
])("G26 with --auth %s and a right that is %s, it warns at the start: %s", async (auth, allowed, isWarned) => {
  const warning = await checkReviewPermission(auth, reviewsAnswering(allowed), new AbortController().signal);
  expect(warning === undefined ? undefined : /may not create subjectaccessreviews/.test(warning)).toBe(isWarned ? true : undefined);
});
