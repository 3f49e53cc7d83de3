import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { type RawApiServer, type Request, startRawApiServer } from "../http/api-server.fixture.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { RequestTrace } from "../http/send-request.ts";
import { OTHER_NAME_CERTIFICATE, TEST_CERTIFICATE, TEST_KEY } from "./certificates.fixture.ts";
import { type ConnectionOptions, connect } from "./connection.ts";
import { ExecCredentials } from "./exec-credential.ts";

const CANARY = "canary-5f2c";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-credentials-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const file = (text: string, name = `file-${count++}`): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const servers: RawApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const base64 = (text: string) => Buffer.from(text).toString("base64");
const tls = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const ok = (_request: Request, response: ServerResponse): void => void response.end("ok");
async function serve(answer = ok, options: Parameters<typeof startRawApiServer>[1] = { tls }) {
  const server = await startRawApiServer(answer, options);
  servers.push(server);
  return server;
}
const kubeconfig = (
  server: string,
  user: unknown,
  cluster: Record<string, unknown> = { "certificate-authority-data": base64(TEST_CERTIFICATE) },
) =>
  JSON.stringify({
    clusters: [{ name: "c", cluster: { server, ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
function transportFor(path: string, more: Partial<ConnectionOptions> = {}) {
  const choice = connect({ pathDelimiter: ":", environment: { PATH: process.env.PATH }, kubeconfig: path, ...more });
  if (choice.kind !== "cluster") throw new Error("no cluster");
  return choice.transport;
}
async function ask(transport: ReturnType<typeof transportFor>): Promise<void> {
  (await transport.get("/livez", {}, { signal: new AbortController().signal })).destroy();
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it went through");
    },
    (error: unknown) => {
      if (error instanceof KubeRequestError) return error;
      throw error;
    },
  );
/** A plugin that counts its runs in a file and prints the output of `body`. */
function plugin(body: string): { readonly exec: Record<string, unknown>; readonly runs: () => number } {
  const counter = file("");
  const script = file(`const fs = require("node:fs"); fs.appendFileSync(${JSON.stringify(counter)}, "x");\n${body}`);
  return {
    exec: { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [script], interactiveMode: "Never" },
    runs: () => readFileSync(counter, "utf8").length,
  };
}
const GROUP = "client.authentication.k8s.io";
const V1 = `${GROUP}/v1`;
const credential = (status: string, apiVersion = V1) =>
  `console.log(JSON.stringify({ kind: "ExecCredential", apiVersion: "${apiVersion}", status: ${status} }));`;

describe("the identity sent to the API server", () => {
  it("sends a token, a token file and a password like kubectl", async () => {
    const server = await serve();
    const tokenFile = file("first\n");
    const rows: readonly [unknown, string][] = [
      [{ token: "t" }, "Bearer t"],
      [{ username: "a", password: "b" }, `Basic ${base64("a:b")}`],
      [{ tokenFile }, "Bearer first"],
    ];
    for (const [user, sent] of rows) {
      await ask(transportFor(file(kubeconfig(server.url, user))));
      expect(server.requests.at(-1)?.headers.authorization).toBe(sent);
    }
    const transport = transportFor(file(kubeconfig(server.url, { tokenFile })));
    await ask(transport);
    writeFileSync(tokenFile, "second\n");
    await ask(transport);
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer second");
  });

  it("a context without a user still trusts the authority of its cluster", async () => {
    const server = await serve();
    await ask(transportFor(file(kubeconfig(server.url, {}).replace(',"user":"u"', ""))));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("resolves paths of a kubeconfig relative to the file", async () => {
    const server = await serve();
    file(TEST_CERTIFICATE, "ca-beside.pem");
    await ask(transportFor(file(kubeconfig(server.url, { token: "t" }, { "certificate-authority": "ca-beside.pem" }))));
    expect(server.requests).toHaveLength(1);
  });

  it("impersonates the user of the flags, or else of the kubeconfig", async () => {
    const server = await serve();
    const path = file(kubeconfig(server.url, { token: "t", as: "robot", "as-groups": ["machines"] }));
    await ask(transportFor(path));
    expect(server.requests.at(-1)?.headers).toMatchObject({ "impersonate-user": "robot", "impersonate-group": "machines" });
    await ask(transportFor(path, { as: "jane", asGroup: ["g1"] }));
    expect(server.requests.at(-1)?.headers).toMatchObject({ "impersonate-user": "jane", "impersonate-group": "g1" });
    await ask(transportFor(file(kubeconfig(server.url, { token: "t", as: "robot", "as-uid": "7" }))));
    expect(server.requests.at(-1)?.headers).toMatchObject({ "impersonate-uid": "7" });
    await ask(transportFor(path, { as: "jane", asUid: "8" }));
    expect(server.requests.at(-1)?.headers).toMatchObject({ "impersonate-user": "jane", "impersonate-uid": "8" });
  });

  it("replaces the address, the authority and the credentials by those of the flags", async () => {
    const server = await serve();
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "no-such-program", interactiveMode: "Never" };
    const user = { exec, username: "u", password: "p" };
    const elsewhere = file(kubeconfig("https://127.0.0.1:1", user, { "certificate-authority-data": base64(OTHER_NAME_CERTIFICATE) }));
    const certificateAuthority = file(TEST_CERTIFICATE, "ca-of-the-flag.pem");
    const flags = { server: server.url, token: "from-the-flag", certificateAuthority };
    await ask(transportFor(elsewhere, flags));
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer from-the-flag");
    const bare = connect({ pathDelimiter: ":", ...flags });
    if (bare.kind !== "cluster") throw new Error("no cluster");
    expect(bare.context).toBe(new URL(server.url).host);
    await ask(bare.transport);
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer from-the-flag");
  });

  it("checks the certificate for the name of --tls-server-name", async () => {
    const server = await serve();
    const path = file(kubeconfig(server.url, { token: "t" }));
    expect((await failure(ask(transportFor(path, { tlsServerName: "another.example" })))).code).toBe("certificate");
  });

  it("reports each request with its outcome, and without credentials", async () => {
    const server = await serve();
    const traces: RequestTrace[] = [];
    await ask(transportFor(file(kubeconfig(server.url, { token: CANARY })), { onRequest: (trace) => traces.push(trace) }));
    expect(traces).toMatchObject([{ method: "GET", outcome: "200 OK" }]);
    expect(traces[0]?.url.startsWith(server.url)).toBe(true);
    expect(JSON.stringify(traces)).not.toContain(CANARY);
  });

  it.each([
    [{ server: "ftp://host" }, /must begin with https/],
    [{ server: "https://u:p@host" }, /carries a user or a password/],
    [{ token: "a\nb" }, /--token holds a character that no HTTP header can carry/],
    [{ certificateAuthority: "no-such-file.pem" }, /certificate authority .*no-such-file.pem does not exist/],
  ])("refuses %o with one sentence", (flags, sentence) => {
    expect(() => connect({ pathDelimiter: ":", kubeconfig: file(kubeconfig("https://127.0.0.1:1", { token: "t" })), ...flags })).toThrow(
      sentence,
    );
  });

  it("G14 sends no credentials over plain http, like kubectl", async () => {
    const server = await serve(ok, {});
    await ask(transportFor(file(kubeconfig(server.url, { token: CANARY }, {}))));
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain(CANARY);
  });

  it("G14 sends no token to a server that no authority verifies, unless --insecure-skip-tls-verify is set", async () => {
    const server = await serve();
    const path = file(kubeconfig(server.url, { token: CANARY }, { "certificate-authority-data": base64(OTHER_NAME_CERTIFICATE) }));
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      // Without an authority: OTHER_NAME_CERTIFICATE has the key and the subject of the server's certificate.
      const stranger = file(kubeconfig(server.url, { token: CANARY }, {}));
      expect((await failure(ask(transportFor(stranger)))).code).toBe("certificate");
      expect(server.requests).toHaveLength(0);
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
    await ask(transportFor(path, { insecureSkipTlsVerify: true }));
    expect(server.requests).toHaveLength(1);
  });

  it("uses the service account in a pod", async () => {
    const server = await serve();
    const account = join(folder, "account");
    mkdirSync(account);
    writeFileSync(join(account, "token"), "pod-token");
    writeFileSync(join(account, "ca.crt"), TEST_CERTIFICATE);
    const { port } = new URL(server.url);
    const choice = connect({
      pathDelimiter: ":",
      serviceHost: "127.0.0.1",
      serviceAccountFolder: account,
      environment: { KUBERNETES_SERVICE_PORT: port },
    });
    expect(choice).toMatchObject({ kind: "cluster", context: "inClusterContext", insecure: false });
    if (choice.kind === "cluster") await ask(choice.transport);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer pod-token");
  });
});

describe("A9 credential plugins", () => {
  it("runs once for concurrent requests, and again only after the credential expires", async () => {
    const server = await serve();
    const { exec, runs } = plugin(credential(`{ token: "from-plugin" }`));
    const transport = transportFor(file(kubeconfig(server.url, { exec })));
    await Promise.all([1, 2, 3, 4, 5].map(() => ask(transport)));
    await ask(transport);
    expect(runs()).toBe(1);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer from-plugin"]));
  });

  it("runs once more if the server refuses the credential, also for five concurrent requests", async () => {
    let good = "Bearer run-1";
    const server = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === good ? 200 : 401);
      response.end();
    });
    const { exec, runs } = plugin(credential(`{ token: "run-" + fs.readFileSync(process.env.COUNTER, "utf8").length }`));
    const counter = /appendFileSync\("([^"]+)"/.exec(readFileSync(String((exec.args as string[])[0]), "utf8"))?.[1];
    const transport = transportFor(file(kubeconfig(server.url, { exec: { ...exec, env: [{ name: "COUNTER", value: counter }] } })));
    await Promise.all([1, 2, 3, 4, 5].map(() => ask(transport)));
    good = "Bearer run-2";
    await Promise.all([1, 2, 3, 4, 5].map(() => ask(transport)));
    expect(runs()).toBe(2);
  });

  it("reads the file again after a refusal, so that a credential renewed by kubectl is used", async () => {
    let good = "Bearer old";
    const server = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === good ? 200 : 401);
      response.end();
    });
    const path = file(kubeconfig(server.url, { token: "old" }));
    const transport = transportFor(path);
    await ask(transport);
    good = "Bearer new";
    writeFileSync(path, kubeconfig(server.url, { token: "new" }));
    await ask(transport);
    writeFileSync(path, "broken: [");
    good = "Bearer nobody";
    expect((await failure(ask(transport))).code).toBe("unauthorized");
  });

  it("renews one minute before the credential expires, by the local clock", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const { exec, runs } = plugin(credential(`{ token: "t", expirationTimestamp: "2026-01-01T00:10:00Z" }`));
    const credentials = new ExecCredentials({ exec, userName: "u", cluster: {}, environment: {}, nowMs: () => nowMs });
    await credentials.current();
    nowMs += 8 * 60_000;
    await credentials.current();
    expect(runs()).toBe(1);
    nowMs += 61_000;
    await credentials.current();
    expect(runs()).toBe(2);
  });

  it("passes the same information to the plugin as kubectl", async () => {
    const { exec } = plugin(credential("{ token: process.env.KUBERNETES_EXEC_INFO + process.env.OWN }"));
    const credentials = new ExecCredentials({
      exec: { ...exec, provideClusterInfo: true, env: [{ name: "OWN", value: "-own" }] },
      userName: "u",
      cluster: { server: "https://host" },
      environment: {},
      nowMs: Date.now,
    });
    const { token } = await credentials.current();
    expect(JSON.parse((token ?? "").replace(/-own$/, ""))).toEqual({
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      spec: { interactive: false, cluster: { server: "https://host" } },
    });
    expect(token).toMatch(/-own$/);
  });

  const locked = file("#!/bin/sh\n");
  chmodSync(locked, 0o644);
  const rows: readonly [string, Record<string, unknown>, RegExp][] = [
    [
      "fails",
      plugin(`console.error(${JSON.stringify(CANARY)}); console.log(${JSON.stringify(CANARY)}); process.exit(3);`).exec,
      /ended with code 3/,
    ],
    ["is not installed", { apiVersion: V1, command: "daemonscope-no-such-plugin" }, /is not installed, or not in PATH/],
    ["may not be run", { apiVersion: V1, command: locked }, /may not be run/],
    ["writes junk", plugin(`console.log(${JSON.stringify(CANARY)})`).exec, /wrote no JSON/],
    ["writes another object", plugin(`console.log('{"kind":"Pod"}')`).exec, /wrote no ExecCredential/],
    ["gives nothing", plugin(credential("{}")).exec, /gave neither a token nor a certificate/],
    ["writes without end", plugin(`console.log("x".repeat(3e6))`).exec, /wrote more than 1 MB/],
    ["hangs", plugin("setInterval(() => {}, 1000)").exec, /did not end in 0.4 s/],
    ["asks a person", plugin(`process.stdin.on("end", () => process.exit(9)); process.stdin.resume();`).exec, /ended with code 9/],
    ["has a NUL in an argument", { apiVersion: V1, command: "true", args: ["a\0b"] }, /cannot be started \(ERR_INVALID_ARG_VALUE\)/],
    ["is of no version", { command: "true" }, /has nothing as exec\.apiVersion/],
    ["is of an unknown version", { apiVersion: `${GROUP}/v1alpha1`, command: "true" }, /has "client.*v1alpha1" as exec\.apiVersion/],
    ["answers in another version", plugin(credential(`{ token: "t" }`, `${GROUP}/v1beta1`)).exec, /gave an ExecCredential of ".*v1beta1"/],
    ["answers in no version", plugin(`console.log('{"kind":"ExecCredential","status":{"token":"t"}}')`).exec, /ExecCredential of nothing/],
    ["gives a token with a line break", plugin(credential(`{ token: "${CANARY}\\n" }`)).exec, /token that no HTTP header can carry/],
    [
      "gives a certificate that is none",
      plugin(credential(`{ clientCertificateData: "${CANARY}", clientKeyData: "x" }`)).exec,
      /certificate and a key that cannot be used/,
    ],
    ["has no name", {}, /exec\.command is empty/],
  ];
  it.each(rows)("reports plugins that %s in one sentence without their output", async (name, exec, sentence) => {
    const credentials = new ExecCredentials({
      exec,
      userName: "u",
      cluster: {},
      environment: { PATH: process.env.PATH },
      nowMs: Date.now,
      timeoutMs: name === "hangs" ? 400 : 10_000,
    });
    const error = await failure(credentials.current());
    expect(error.code).toBe("credentials");
    expect(error.message).toMatch(sentence);
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(CANARY);
    expect(error.message).not.toContain("\n");
  });
});

describe("a failing plugin runs once, and again after an increasing delay", () => {
  const started = (exec: Record<string, unknown>) => {
    const time = manualTime();
    const surroundings = { userName: "u", cluster: {}, environment: {}, nowMs: time.nowMs, elapsedMs: time.timers.elapsedMs };
    return { time, credentials: new ExecCredentials({ exec, ...surroundings }) };
  };
  it("five requests, sequential or concurrent, run it once", async () => {
    const { exec, runs } = plugin("process.exit(1)");
    const { credentials } = started(exec);
    for (let request = 0; request < 5; request++) await failure(credentials.current());
    await Promise.all([1, 2, 3, 4, 5].map(() => failure(credentials.current())));
    expect(runs()).toBe(1);
  });

  it("waits 2, 4, 8 s and so on up to a minute, and repeats the same sentence meanwhile", async () => {
    const { exec, runs } = plugin("process.exit(1)");
    const { credentials, time } = started(exec);
    const waits: number[] = [];
    for (let run = 1; run <= 7; run++) {
      const { message } = await failure(credentials.current());
      expect(runs()).toBe(run);
      let waited = 0;
      for (;;) {
        time.pass(500);
        waited += 0.5;
        if (waited >= Math.min(60, 2 ** run)) break;
        expect((await failure(credentials.current())).message).toBe(message);
      }
      expect(runs()).toBe(run);
      waits.push(waited);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it("a successful run resets the backoff", async () => {
    const answer = file("bad");
    const good = `if (fs.readFileSync(${JSON.stringify(answer)}, "utf8") === "bad") process.exit(1); ${credential(`{ token: "t" }`)}`;
    const { credentials, time } = started(plugin(good).exec);
    await failure(credentials.current());
    writeFileSync(answer, "good");
    time.pass(2000);
    expect(await credentials.current()).toEqual({ token: "t" });
  });

  it("a credential that the server keeps refusing does not run it for each request", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(401);
      response.end();
    });
    const { exec, runs } = plugin(credential(`{ token: "refused" }`));
    const transport = transportFor(file(kubeconfig(server.url, { exec })));
    for (let request = 0; request < 8; request++) await failure(ask(transport));
    expect(runs()).toBe(2);
  });
});

describe("validates a context before the first request", () => {
  const rows: readonly [string, unknown, Record<string, unknown>, RegExp][] = [
    [
      "a missing authority file",
      { token: "t" },
      { "certificate-authority": "/nowhere/ca.pem" },
      /certificate authority \/nowhere\/ca\.pem does not exist/,
    ],
    [
      "an authority that is no certificate",
      { token: "t" },
      { "certificate-authority-data": base64("hello") },
      /certificate authority in .* cannot be read/,
    ],
    ["data that are not base64", { token: "t" }, { "certificate-authority-data": "%%%" }, /cannot be read/],
    [
      "a missing client certificate",
      { "client-certificate": "/nowhere/c.pem", "client-key": "/nowhere/k.pem" },
      {},
      /client certificate \/nowhere\/c\.pem does not exist/,
    ],
    ["a certificate without a key", { "client-certificate-data": base64(TEST_CERTIFICATE) }, {}, /certificate without a key/],
    [
      "an invalid key",
      { "client-certificate-data": base64(TEST_CERTIFICATE), "client-key-data": base64(CANARY) },
      {},
      /client key of user "u"/,
    ],
    ["a missing token file", { tokenFile: "/nowhere/token" }, {}, /token file \/nowhere\/token of user "u" does not exist/],
  ];
  it.each(rows)("%s", (_name, user, cluster, sentence) => {
    const path = file(kubeconfig("https://127.0.0.1:1", user, cluster));
    let errorText = "";
    try {
      transportFor(path);
    } catch (error) {
      errorText = error instanceof Error ? `${error.name}: ${error.message}` : "";
    }
    expect(errorText).toMatch(sentence);
    expect(errorText).toMatch(/^ConnectionError: [^\n]+$/);
    expect(errorText).not.toContain(CANARY);
  });
});
