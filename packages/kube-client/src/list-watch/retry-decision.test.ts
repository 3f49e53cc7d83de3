import { expect, it } from "vitest";
import { RETRY_POLICY } from "../flow-control/retry-policy.ts";
import { type KubeErrorCode, KubeRequestError } from "../http/request-error.ts";
import { decideRetry, type FailureContext, type RetryDecision } from "./retry-decision.ts";

const PODS = { name: "pods", qualified: "pods" } as const;
const middle = () => 0.5;
/** Three quarters of the first wait, because `random` returns its middle value. */
const FIRST_MS = RETRY_POLICY.retryFirstMs * 0.75;

const after = (code: KubeErrorCode, failure: Partial<FailureContext> = {}, options = {}): RetryDecision =>
  decideRetry(
    new KubeRequestError(code, "why", options),
    { failures: 0, refusals: 0, losses: 0, mustList: false, ...failure },
    PODS,
    RETRY_POLICY,
    middle,
  );

it.each([
  ["disconnected", { report: { as: "lost", detail: "why" }, waitMs: FIRST_MS, endsOnReturn: true }],
  ["timeout", { report: { as: "suspect", detail: "why" }, waitMs: FIRST_MS, endsOnReturn: true }],
  ["tooMany", { report: { as: "lost", detail: "why" }, waitMs: FIRST_MS, endsOnReturn: false }],
  ["unauthorized", { report: { as: "lost", detail: "why" }, waitMs: FIRST_MS, endsOnReturn: false }],
  ["expired", { report: { as: "suspect", detail: "why; pods are listed again" }, waitMs: 0, endsOnReturn: false }],
  ["garbage", { report: { as: "suspect", detail: "why; pods are listed again" }, waitMs: 0, endsOnReturn: false }],
  ["shortWatch", { report: undefined, waitMs: FIRST_MS, endsOnReturn: false }],
] as const)("decides on a first failure of kind %s", (code, recovery) => {
  expect(after(code)).toEqual(recovery);
});

it("waits longer after each failure, up to the limit, and twice as long where an answered probe ends the wait", () => {
  const waits = (code: Parameters<typeof after>[0]) => [0, 1, 2, 10, 1000].map((failures) => after(code, { failures }).waitMs);
  expect(waits("timeout")).toEqual([1, 2, 4, 20, 20].map((times) => FIRST_MS * times));
  expect(waits("disconnected")).toEqual([1, 2, 4, 40, 40].map((times) => FIRST_MS * times));
});

it("lists again at once after lost history, also after an outage, and waits if that did not help", () => {
  expect(after("expired", { failures: 9, mustList: true }).waitMs).toBe(0);
  expect(after("expired", { failures: 1, losses: 1, mustList: true }).waitMs).toBe(FIRST_MS * 2);
});

it("waits for Retry-After although the server answers probes", () => {
  expect(after("status", { failures: 0 }, { retryAfterMs: 9000 })).toMatchObject({ waitMs: 9000, endsOnReturn: false });
});

it("retries refused credentials rarely, because each try may run a plugin", () => {
  expect(after("credentials", { failures: 1 }).waitMs).toBe(RETRY_POLICY.unauthorizedRetryMs);
});

it("names the missing right and how to check it", () => {
  const { report } = after("forbidden");
  expect(report).toEqual({
    as: "forbidden",
    detail: "why; needs the verbs list and watch on pods; try: kubectl auth can-i list pods --all-namespaces",
  });
});

it("A10 retries soon after the first refusals, because a right may be new, and then once a minute", () => {
  const waits = [0, 1, 2, 5, 6, 60].map((refusals) => after("forbidden", { failures: refusals, refusals }).waitMs);
  expect(waits).toEqual([
    FIRST_MS,
    FIRST_MS * 2,
    FIRST_MS * 4,
    FIRST_MS * 20,
    RETRY_POLICY.forbiddenRetryMs,
    RETRY_POLICY.forbiddenRetryMs,
  ]);
});

it("A10 a restarting server refuses all requests at first: only repeated refusals count as a lost right", () => {
  const reportedStates = [0, 1, 5, 6].map((refusals) => after("forbidden", { failures: 40 + refusals, refusals }).report?.as);
  expect(reportedStates).toEqual(["lost", "lost", "lost", "forbidden"]);
  expect(after("forbidden", { failures: 1, refusals: 1 }).report?.as, "it was never away").toBe("forbidden");
});

it("mentions watches that end at once only if they cause a list", () => {
  expect(after("shortWatch", { failures: 1, mustList: true }).report).toEqual({ as: "suspect", detail: "why" });
});
