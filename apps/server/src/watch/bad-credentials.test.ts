import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { connect } from "@daemonscope/kube-client/connect/connection";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type ClusterWatch, startClusterWatch } from "./cluster-watch.ts";

const QUICK = { ...RETRY_POLICY, retryFirstMs: 5, retryLimitMs: 40, unauthorizedRetryMs: 20, probeEveryMs: 40, probeWhileDownMs: 15 };
const CANARY = "canary-91aa";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-bad-credentials-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const file = (text: string): string => {
  const path = join(folder, `file-${count++}`);
  writeFileSync(path, text);
  return path;
};
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function emptyCluster(): Promise<RawApiServer> {
  const server = await startRawApiServer(
    (request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      if (request.path === "/version") return void response.end('{"major":"1","minor":"30"}');
      if (request.path === "/livez") return void response.end("ok");
      if (!request.isWatch) return void response.end('{"metadata":{"resourceVersion":"5"},"items":[]}');
      response.flushHeaders();
      // Each watch ends soon, so that the next request needs the credentials again.
      setTimeout(() => response.end(), 10);
    },
    { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } },
  );
  open.push(server);
  return server;
}
const kubeconfigOf = (server: string, user: unknown, cluster: object = {}) =>
  file(
    JSON.stringify({
      clusters: [
        { name: "c", cluster: { server, "certificate-authority-data": Buffer.from(TEST_CERTIFICATE).toString("base64"), ...cluster } },
      ],
      users: [{ name: "u", user }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    }),
  );
const nothing = () => undefined;
function watched(kubeconfig: string): ClusterWatch {
  const choice = connect({ pathDelimiter: ":", environment: { PATH: process.env.PATH }, kubeconfig });
  if (choice.kind !== "cluster") throw new Error("no cluster");
  const watch = startClusterWatch({
    transport: choice.transport,
    emit: nothing,
    pace: QUICK,
    nowMs: Date.now,
    random: () => 0.5,
    onChange: nothing,
    onStatus: nothing,
    onGap: nothing,
    onProblem: nothing,
    onVersion: nothing,
  });
  open.push(watch);
  return watch;
}

/** A user with one file: `replace` writes other content to it, and `good` is the content that works. */
interface ReplaceableFile {
  readonly user: object;
  readonly cluster?: object;
  readonly replace: (text: string) => void;
  readonly good: string;
}
function tokenFile(): ReplaceableFile {
  const path = file("good");
  return { user: { tokenFile: path }, replace: (text) => writeFileSync(path, text), good: "good" };
}
/** A plugin whose credential has this status expression, in which `given` is the content of a file. The credential
 *  expires after 100 ms. */
function plugin(status: string): ReplaceableFile {
  const answer = file("good");
  const script = file(`const given = require("node:fs").readFileSync(${JSON.stringify(answer)}, "utf8");
    const expirationTimestamp = new Date(Date.now() + 100).toISOString();
    console.log(JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1",
      status: { ...${status}, expirationTimestamp } }));`);
  chmodSync(script, 0o644);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [script], interactiveMode: "Never" };
  return { user: { exec }, replace: (text) => writeFileSync(answer, text), good: "good" };
}
function clientCertificate(): ReplaceableFile {
  const cert = file(TEST_CERTIFICATE);
  const user = { "client-certificate": cert, "client-key": file(TEST_KEY) };
  return { user, replace: (text) => writeFileSync(cert, text), good: TEST_CERTIFICATE };
}
function clientKey(): ReplaceableFile {
  const key = file(TEST_KEY);
  const user = { "client-certificate": file(TEST_CERTIFICATE), "client-key": key };
  return { user, replace: (text) => writeFileSync(key, text), good: TEST_KEY };
}
function authority(): ReplaceableFile {
  const ca = file(TEST_CERTIFICATE);
  return {
    user: { token: "t" },
    cluster: { "certificate-authority": ca, "certificate-authority-data": undefined },
    replace: (text) => writeFileSync(ca, text),
    good: TEST_CERTIFICATE,
  };
}

describe("a running server survives a bad credential, reports it, and recovers", () => {
  const rows: readonly [string, () => ReplaceableFile, string, RegExp][] = [
    ["a control character in the token file", tokenFile, `${CANARY}\u0001`, /token file .* of user "u" holds a character that no HTTP/],
    ["a second line in the token file", tokenFile, `${CANARY}\nsecond`, /token file .* holds a character/],
    ["an endless token file", tokenFile, CANARY.repeat(30_000), /token file .* is larger than 256 KB/],
    ["an odd token of a plugin", () => plugin("{ token: given }"), `${CANARY}\r\n`, /plugin .* gave a token that no HTTP header can carry/],
    [
      "an invalid certificate of a plugin",
      () => plugin(`given === "good" ? { token: "t" } : { clientCertificateData: given, clientKeyData: given }`),
      CANARY,
      /plugin .* gave a certificate and a key that cannot be used/,
    ],
    ["a client certificate that is no PEM", clientCertificate, CANARY, /client certificate or its key cannot be used/],
    ["a client key that is no PEM", clientKey, CANARY, /client certificate or its key cannot be used/],
    ["an authority that is no PEM", authority, CANARY, /certificate of .* is refused/],
  ];
  it.each(rows)("survives %s", async (_name, createUser, bad, sentence) => {
    const server = await emptyCluster();
    const { user, cluster, replace, good } = createUser();
    const watch = watched(kubeconfigOf(server.url, user, cluster));
    await watch.synced;
    replace(bad);
    const nodesStatus = () => watch.statuses().nodes;
    const detail = () => Object.values(nodesStatus()).join(" ");
    await until(() => nodesStatus().state === "retrying" && sentence.test(detail()), "the sentence");
    expect(detail()).not.toContain(CANARY);
    replace(good);
    const before = server.requests.length;
    await until(() => nodesStatus().state === "live" && server.requests.length > before, "the recovery");
  });

  it.each([
    ["--as", { token: "t" }, { as: "a\nb" }, /--as holds a character/],
    ["--as-group", { token: "t" }, { as: "a", asGroup: ["a", "b\u0000"] }, /--as-group holds a character/],
    ["as in the kubeconfig", { token: "t", as: "a\u0007" }, {}, /as of user "u" in the kubeconfig holds a character/],
    ["as-groups", { token: "t", as: "a", "as-groups": ["\u001b[2J"] }, {}, /as-groups of user "u" .* holds a character/],
    ["a token", { token: "a\u0001" }, {}, /token of user "u" holds a character/],
  ])("%s with a control character is refused in one sentence", async (_name, user, flags, sentence) => {
    const choice = connect({ pathDelimiter: ":", environment: {}, kubeconfig: kubeconfigOf("https://127.0.0.1:1", user), ...flags });
    if (choice.kind !== "cluster") throw new Error("no cluster");
    await expect(choice.transport.get("/livez", {}, { signal: new AbortController().signal })).rejects.toMatchObject({
      code: "credentials",
      message: expect.stringMatching(sentence),
    });
  });

  it("sends a non-ASCII name in UTF-8, like client-go", async () => {
    const server = await emptyCluster();
    const kubeconfig = kubeconfigOf(server.url, { token: "t", as: "j\u00f6rg \u65e5\u672c" });
    const choice = connect({ pathDelimiter: ":", environment: {}, kubeconfig });
    if (choice.kind !== "cluster") throw new Error("no cluster");
    (await choice.transport.get("/livez", {}, { signal: new AbortController().signal })).destroy();
    const sent = server.requests[0]?.headers["impersonate-user"];
    expect(Buffer.from(String(sent), "latin1").toString("utf8")).toBe("j\u00f6rg \u65e5\u672c");
  });
});
