import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { EXPIRED_CERTIFICATE, OTHER_NAME_CERTIFICATE, TEST_CERTIFICATE, TEST_KEY } from "../connect/certificates.fixture.ts";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { until } from "../flow-control/until.fixture.ts";
import { type RawApiServer, type Request, startRawApiServer } from "./api-server.fixture.ts";
import { readBody } from "./read-body.ts";
import { KubeRequestError } from "./request-error.ts";
import { inNamespace, isAllowedPath, POD_USES_PATH, WATCHED } from "./resources.ts";
import type { Authorize } from "./send-request.ts";
import { createTransport } from "./transport.ts";

const servers: RawApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(answer: (request: Request, response: ServerResponse) => void, options?: Parameters<typeof startRawApiServer>[1]) {
  const server = await startRawApiServer(answer, options);
  servers.push(server);
  return server;
}
const noCredentials: Authorize = () => Promise.resolve(0);
const signal = new AbortController().signal;
async function failure(work: Promise<unknown>): Promise<KubeRequestError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof KubeRequestError) return error;
  throw new Error(`no KubeRequestError but ${String(error)}`);
}

describe("the transport", () => {
  it("G5 sends GET, asks for JSON, has no body, and uses a separate connection", async () => {
    const server = await serve((_request, response) => response.end("{}"));
    const { body } = await createTransport({ server: server.url, authorize: noCredentials }).get(
      "/api/v1/nodes",
      { limit: "500" },
      { signal },
    );
    for await (const _part of body);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "GET", path: "/api/v1/nodes", headers: { accept: "application/json", connection: "close" } });
    expect(request?.headers["content-length"]).toBeUndefined();
    expect(request?.query.get("limit")).toBe("500");
  });

  it("keeps the path prefix of a proxy", async () => {
    const server = await serve((_request, response) => response.end("ok"));
    const transport = createTransport({ server: `${server.url}/k8s/clusters/c-1/`, authorize: noCredentials });
    (await transport.get("/livez", {}, { signal })).destroy();
    expect(server.requests[0]?.path).toBe("/k8s/clusters/c-1/livez");
  });

  const evil = [
    "",
    "/",
    ".",
    "..",
    "/api/v1",
    "/api/v1/secrets",
    "/api/v1/configmaps",
    "/api/v1/pods/",
    "/api/v1/pods/x",
    "/api/v1/pods?watch=true",
    "/api/v1/pods#",
    "/api/v1/../v1/pods",
    "/api/v1/%70ods",
    "//api/v1/pods",
    "/API/v1/pods",
    "/api/v1/namespaces",
    "/api/v1/namespaces/default",
    "/api/v1/namespaces/kube-system/",
    "/api/v1/namespaces//pods",
    "/api/v1/namespaces/./pods",
    "/api/v1/namespaces/../pods",
    "/api/v1/namespaces/%2e%2e/pods",
    "/api/v1/namespaces/a%2Fb/pods",
    "/api/v1/namespaces/a.b/pods",
    "/api/v1/namespaces/A/pods",
    "/api/v1/namespaces/-a/pods",
    "/api/v1/namespaces/a\n/pods",
    `/api/v1/namespaces/${"a".repeat(64)}/pods`,
    "/api/v1/namespaces/a/secrets",
    "/api/v1/namespaces/a/nodes",
    "/api/v1/namespaces/a/pods/x",
    "/api/v1/namespaces/a/pods/x/exec",
    "/api/v1/namespaces/a/pods/x/log/y",
    "/apis/metrics.k8s.io/v1beta1/namespaces/a/pods",
    "/apis/metrics.k8s.io/v1beta1/namespaces/../pods/x",
    "/apis/metrics.k8s.io/v1beta1/namespaces/a/pods/x%2Fy",
    "/api/v1/namespaces/a/pods/../log",
    "/api/v1/namespaces/a/pods/x%2Fexec/log",
    "/api/v1/namespaces/a/pods/X/log",
    "/api/v1/pods/x/log",
    "/api/v1/namespaces/a/daemonsets",
    "/apis/apps/v1/namespaces/a/pods",
    "/apis/apps/v1/daemonsets/x",
    "/apis/apps/v1/deployments",
    "/livez/etcd",
    "/metrics",
    "http://elsewhere.test/livez",
    "__proto__",
    "constructor",
  ];
  it.each(evil)("G8 refuses a request for %j before it is sent", async (path) => {
    const server = await serve((_request, response) => response.end());
    await expect(createTransport({ server: server.url, authorize: noCredentials }).get(path, {}, { signal })).rejects.toThrow(RangeError);
    expect(server.requests).toHaveLength(0);
  });

  it("G8 builds namespaced paths only from valid namespace names", () => {
    expect(inNamespace(WATCHED.pods, "kube-system").path).toBe("/api/v1/namespaces/kube-system/pods");
    expect(inNamespace(WATCHED.controllerrevisions, "a").path).toBe("/apis/apps/v1/namespaces/a/controllerrevisions");
    expect(inNamespace(WATCHED.nodes, "a").path).toBe("/api/v1/nodes");
    expect(inNamespace(WATCHED.pods, undefined)).toBe(WATCHED.pods);
    for (const resource of Object.values(WATCHED)) expect(isAllowedPath(inNamespace(resource, "a").path)).toBe(true);
    expect(isAllowedPath(POD_USES_PATH)).toBe(true);
    for (const name of ["", ".", "..", "a/b", "A", "a.b", "a\n", "-", "a".repeat(64)])
      expect(() => inNamespace(WATCHED.pods, name)).toThrow(RangeError);
  });

  it("G6 has no path to a Secret or a ConfigMap", () => {
    expect(Object.values(WATCHED).map(({ path }) => path)).toEqual([
      "/api/v1/nodes",
      "/api/v1/pods",
      "/apis/apps/v1/daemonsets",
      "/apis/apps/v1/controllerrevisions",
      "/api/v1/events",
    ]);
  });

  it("A9 asks for new credentials once after a 401, and reports if those are refused too", async () => {
    const server = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === "Bearer 2" ? 200 : 401, { "content-type": "application/json" });
      response.end('{"message":"Unauthorized"}');
    });
    const refusals: (number | undefined)[] = [];
    const authorize =
      (isRenewable: boolean): Authorize =>
      (request, refused) => {
        refusals.push(refused);
        const ticket = isRenewable && refused === 1 ? 2 : 1;
        request.headers = { ...request.headers, authorization: `Bearer ${ticket}` } as Record<string, string>;
        return Promise.resolve(ticket);
      };
    (await createTransport({ server: server.url, authorize: authorize(true) }).get("/livez", {}, { signal })).destroy();
    expect(refusals).toEqual([undefined, 1]);
    const error = await failure(createTransport({ server: server.url, authorize: authorize(false) }).get("/livez", {}, { signal }));
    expect(error).toMatchObject({ code: "unauthorized", httpStatus: 401 });
    expect(server.requests).toHaveLength(4);
  });

  it("A9 does not wait for credentials after an abort", async () => {
    const server = await serve((_request, response) => response.end());
    const stop = new AbortController();
    const asked = failure(
      createTransport({ server: server.url, authorize: () => new Promise(() => undefined) }).get("/livez", {}, { signal: stop.signal }),
    );
    stop.abort();
    expect((await asked).code).toBe("aborted");
    expect(server.requests).toHaveLength(0);
  });

  it("A4 gives up on a server that accepts the connection and sends nothing", async () => {
    const server = await serve(() => undefined);
    const { timers, pass } = manualTime();
    const asked = failure(
      createTransport({ server: server.url, authorize: noCredentials, timers }).get("/livez", {}, { signal, headersTimeoutMs: 3000 }),
    );
    await until(() => server.requests.length === 1);
    pass(3000);
    expect(await asked).toMatchObject({ code: "timeout", message: expect.stringMatching(/did not answer in 3 s/) });
  });

  it("A4 gives up on a response that stops in the middle or never ends", async () => {
    const server = await serve(({ path }, response) => {
      response.write("{");
      if (path === "/version") for (let at = 0; at < 100; at++) response.write("x".repeat(1000));
    });
    const { timers, pass } = manualTime();
    const transport = createTransport({ server: server.url, authorize: noCredentials, timers });
    const slow = failure(
      readBody("list", "host", await transport.get("/api/v1/pods", {}, { signal }), { limitBytes: 1e6, silenceMs: 500, timers }),
    );
    pass(500);
    expect(await slow).toMatchObject({ code: "timeout" });
    const long = readBody("list", "host", await transport.get("/version", {}, { signal }), { limitBytes: 50_000, silenceMs: 500, timers });
    expect(await failure(long)).toMatchObject({ code: "garbage" });
  });

  it("reports an HTML page with status 200 as no Kubernetes API server", async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>sign in</html>"),
    );
    const error = await failure(createTransport({ server: server.url, authorize: noCredentials }).get("/api/v1/nodes", {}, { signal }));
    expect(error).toMatchObject({ code: "notKubernetes", message: expect.stringMatching(/an HTML page/) });
  });

  it("reports a refusal with an endless body by its status", async () => {
    const server = await serve((_request, response) => response.writeHead(403).write('{"message"'));
    const { timers, pass } = manualTime();
    const asked = failure(createTransport({ server: server.url, authorize: noCredentials, timers }).get("/api/v1/nodes", {}, { signal }));
    let known: KubeRequestError | undefined;
    asked.then((error) => {
      known = error;
    });
    await until(() => {
      pass(100);
      return known !== undefined;
    });
    expect(known?.code).toBe("forbidden");
  });
});

describe("TLS", () => {
  const good = { key: TEST_KEY, cert: TEST_CERTIFICATE };
  const authorizeWith =
    (settings: Record<string, unknown>): Authorize =>
    (request) => {
      Object.assign(request, settings, { headers: { ...request.headers, authorization: "Bearer canary" } });
      return Promise.resolve(0);
    };
  const rows: readonly [string, { key: string; cert: string }, Record<string, unknown>, string | undefined, RegExp][] = [
    ["the right authority", good, { ca: TEST_CERTIFICATE }, undefined, /./],
    ["no authority", good, {}, "certificate", /certificate-authority/],
    [
      "a server of another name",
      { key: TEST_KEY, cert: OTHER_NAME_CERTIFICATE },
      { ca: OTHER_NAME_CERTIFICATE },
      "certificate",
      /tls-server-name/,
    ],
    [
      "another name that is expected",
      { key: TEST_KEY, cert: OTHER_NAME_CERTIFICATE },
      { ca: OTHER_NAME_CERTIFICATE, servername: "elsewhere.test" },
      undefined,
      /./,
    ],
    ["an expired certificate", { key: TEST_KEY, cert: EXPIRED_CERTIFICATE }, { ca: EXPIRED_CERTIFICATE }, "certificate", /has expired/],
    ["verification off, on demand", good, { rejectUnauthorized: false }, undefined, /./],
  ];
  it.each(rows)("G14 %s", async (_name, tls, settings, code, sentence) => {
    const server = await serve((_request, response) => response.end("ok"), { tls });
    const asked = createTransport({ server: server.url, authorize: authorizeWith(settings) }).get("/livez", {}, { signal });
    if (code === undefined) (await asked).destroy();
    else {
      const error = await failure(asked);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(sentence);
      // Not a byte of the token was sent.
      expect(server.requests).toHaveLength(0);
    }
  });
  it("reports https to an http server, and http to a TLS server", async () => {
    const plain = await serve((_request, response) => response.end("ok"));
    const port = new URL(plain.url).port;
    expect(
      await failure(createTransport({ server: `https://127.0.0.1:${port}`, authorize: noCredentials }).get("/livez", {}, { signal })),
    ).toMatchObject({
      code: "protocol",
      message: expect.stringMatching(/http:\/\/ rather than https/),
    });
    const tls = await serve((_request, response) => response.end("ok"), { tls: good });
    const error = await failure(
      createTransport({ server: tls.url.replace("https", "http"), authorize: noCredentials }).get("/livez", {}, { signal }),
    );
    expect(["disconnected", "protocol", "status"]).toContain(error.code);
  });
  it("a port without a listener gives the code refused", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    const error = await failure(
      createTransport({ server: `http://127.0.0.1:${port}`, authorize: noCredentials }).get("/livez", {}, { signal }),
    );
    expect(error.code).toBe("refused");
  });
});
