import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "../connect/certificates.fixture.ts";
import { type RawApiServer, startRawApiServer } from "../http/api-server.fixture.ts";
import type { Authorize } from "../http/send-request.ts";
import { createReviewTransport, type ReviewPath } from "./review-transport.ts";
import { createReviews } from "./reviews.ts";

const { signal } = new AbortController();
const servers: RawApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const bodyOf = async (raw: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of raw) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
};

/** An API server that answers every review with this status, and records the requests. */
async function answering(status: unknown, { code = 201, isPlain = false } = {}) {
  const sent: unknown[] = [];
  const server = await startRawApiServer(
    async (_request, response, raw) => {
      const review = (await bodyOf(raw)) as Record<string, unknown>;
      sent.push(review);
      response.statusCode = code;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(code < 300 ? { ...review, status } : status));
    },
    isPlain ? {} : { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } },
  );
  servers.push(server);
  const asServer: Authorize = async (request) => {
    Object.assign(request, { ca: TEST_CERTIFICATE });
    request.headers = {
      ...(request.headers as Record<string, string>),
      Authorization: "Bearer of-the-server",
      "Impersonate-User": "somebody",
    };
    return 1;
  };
  const asAnonymous: Authorize = async (request) => {
    Object.assign(request, { ca: TEST_CERTIFICATE });
    return 1;
  };
  const transport = createReviewTransport({ server: server.url, authorize: asServer, authorizeAnonymous: asAnonymous });
  return { sent, server, transport, reviews: createReviews(transport) };
}

describe("reviews", () => {
  test("G18 refuses a path that is no review before it is sent", async () => {
    const { transport, server } = await answering({});
    for (const path of [
      "/api/v1/pods",
      "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/",
      "/apis/authentication.k8s.io/v1/tokenreviews?x",
      "/api/v1/namespaces/x/serviceaccounts/y/token",
    ])
      await expect(transport.post(path as ReviewPath, {}, { kind: "server" }, signal)).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });

  test("the server itself reviews a token", async () => {
    const { reviews, sent, server } = await answering({
      authenticated: true,
      user: { username: "anna", groups: ["dev"], extra: { scope: ["a"] } },
    });
    expect(await reviews.tokenReview("abc", signal)).toEqual({
      authenticated: true,
      user: { userName: "anna", groups: ["dev"], extra: { scope: ["a"] } },
    });
    expect(sent).toEqual([{ apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "abc" } }]);
    expect(server.requests[0]).toMatchObject({ method: "POST", headers: { authorization: "Bearer of-the-server" } });
  });

  test("a token that the cluster does not know is not authenticated", async () => {
    const { reviews } = await answering({ error: "[invalid bearer token, token has expired]" });
    expect(await reviews.tokenReview("abc", signal)).toEqual({ authenticated: false, error: "[invalid bearer token, token has expired]" });
  });

  test("G18 a review with a user's token sends none of the server's credentials", async () => {
    const { reviews, server } = await answering({ userInfo: { username: "anna" } });
    expect(await reviews.selfSubjectReview({ kind: "own token", token: "mine" }, signal)).toEqual({ userName: "anna", groups: [] });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer mine");
    expect(server.requests[0]?.headers["impersonate-user"]).toBeUndefined();
  });

  test("G18 sends no token over plain http, or with characters that break a header", async () => {
    const plain = await answering({}, { isPlain: true });
    await expect(plain.reviews.selfSubjectReview({ kind: "own token", token: "mine" }, signal)).rejects.toMatchObject({
      code: "credentials",
    });
    const { reviews, server } = await answering({});
    await expect(reviews.selfSubjectReview({ kind: "own token", token: "a\r\nImpersonate-User: root" }, signal)).rejects.toMatchObject({
      code: "credentials",
    });
    expect([...plain.server.requests, ...server.requests]).toEqual([]);
  });

  test("sends an impersonated user with groups and extra", async () => {
    const { reviews, server } = await answering({ allowed: true, reason: "RBAC" });
    const caller = { kind: "impersonated", userName: "anna", groups: ["a", "b"], extra: { "Scopes/x": ["1"] } } as const;
    const attributes = { verb: "list", group: "apps", resource: "daemonsets" };
    expect(await reviews.selfSubjectAccessReview(caller, attributes, signal)).toEqual({ allowed: true, reason: "RBAC" });
    expect(server.requests[0]?.headers).toMatchObject({
      "impersonate-user": "anna",
      "impersonate-group": "a, b",
      "impersonate-extra-scopes%2fx": "1",
    });
  });

  test("the server asks for the access of a user; denied overrides allowed", async () => {
    const { reviews, sent } = await answering({ allowed: true, denied: true, reason: "no" });
    const attributes = { verb: "get", group: "", resource: "pods", subresource: "log", namespace: "logging" };
    expect(await reviews.subjectAccessReview({ userName: "anna", groups: ["dev"] }, attributes, signal)).toEqual({
      allowed: false,
      reason: "no",
    });
    expect(sent[0]).toMatchObject({ kind: "SubjectAccessReview", spec: { user: "anna", groups: ["dev"], resourceAttributes: attributes } });
  });

  test("rules of a namespace include whether they are complete", async () => {
    const rule = { verbs: ["list"], apiGroups: ["apps"], resources: ["daemonsets"], resourceNames: [] };
    const { reviews } = await answering({ resourceRules: [rule], incomplete: true });
    expect(await reviews.selfSubjectRulesReview({ kind: "server" }, "logging", signal)).toEqual({
      rules: [{ verbs: ["list"], groups: ["apps"], resources: ["daemonsets"], names: [] }],
      incomplete: true,
    });
  });

  test("a refusal never quotes the token", async () => {
    const { reviews } = await answering({ kind: "Status", message: "Unauthorized" }, { code: 401 });
    const error = await reviews.selfSubjectReview({ kind: "own token", token: "very-secret" }, signal).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unauthorized" });
    expect(JSON.stringify(error) + String(error)).not.toContain("very-secret");
  });
});
