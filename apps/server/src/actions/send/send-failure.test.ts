import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { describe, expect, it } from "vitest";
import { sendFailure } from "./send-failure.ts";

const statusError = (httpStatus: number, serverMessage = "the server's words") =>
  new KubeRequestError("status", "an answer", { httpStatus, serverMessage });

describe("the outcome of a failed request", () => {
  it.each([
    [401, "forbidden"],
    [403, "forbidden"],
    [404, "notFound"],
    [409, "conflict"],
    [410, "notFound"],
    [422, "invalid"],
    // The request was sent, and the server has not begun to process it.
    [429, "busy"],
  ] as const)("an answer %d is %s, and nothing was done", (status, why) => {
    expect(sendFailure(statusError(status), true)).toEqual({ kind: "refused", why, httpStatus: status, message: "the server's words" });
  });

  it("a server error over an open connection leaves the outcome unknown", () => {
    expect(sendFailure(statusError(503), true)).toEqual({ kind: "unknown", message: "the server's words" });
    expect(sendFailure(statusError(503), false)).toMatchObject({ kind: "refused", why: "unreachable" });
  });
});
