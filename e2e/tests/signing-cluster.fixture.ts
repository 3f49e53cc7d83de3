import { mkdtempSync, writeFileSync } from "node:fs";
import { request as plainRequest, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";

/** The user of a token, and their rights. */
interface KnownPerson {
  readonly userName: string;
  readonly groups?: readonly string[];
  readonly may?: (attributes: Readonly<Record<string, string>>) => boolean;
}

export interface SigningCluster {
  /** The value of --kubeconfig, with the server's own user. */
  readonly kubeconfig: string;
  /** Users by token. A removed user can no longer sign in. */
  readonly people: Map<string, KnownPerson>;
  close(): Promise<void>;
}

const OWN_TOKEN = "of-the-server";

interface Review {
  readonly kind: string;
  readonly spec: { readonly token?: string; readonly resourceAttributes?: Record<string, string> };
}

function statusOf({ kind, spec }: Review, caller: KnownPerson, people: ReadonlyMap<string, KnownPerson>): object {
  const userOf = ({ userName, groups = [] }: KnownPerson) => ({ username: userName, groups });
  if (kind === "SelfSubjectReview") return { userInfo: userOf(caller) };
  if (kind === "TokenReview") {
    const owner = people.get(spec.token ?? "");
    return owner === undefined ? { error: "invalid bearer token" } : { authenticated: true, user: userOf(owner) };
  }
  return { allowed: caller.may?.(spec.resourceAttributes ?? {}) ?? true };
}

function respond(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/**
 * Starts a TLS server with known users in front of a simulated cluster. It answers each POST as a review, and forwards
 * all else without the user.
 */
export async function startSigningCluster(simulatorUrl: string): Promise<SigningCluster> {
  const people = new Map<string, KnownPerson>();
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, async (asked, response) => {
    const token = asked.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const caller = token === OWN_TOKEN ? { userName: "daemonscope" } : people.get(token);
    if (caller === undefined) return respond(response, 401, { kind: "Status", message: "Unauthorized", code: 401 });
    if (asked.method === "POST") {
      const parts: Buffer[] = [];
      for await (const part of asked) parts.push(part as Buffer);
      const review = JSON.parse(Buffer.concat(parts).toString("utf8")) as Review;
      return respond(response, 201, { ...review, status: statusOf(review, caller, people) });
    }
    const { method, headers } = asked;
    const type = headers["content-type"];
    const sent = { accept: "application/json", ...(type === undefined ? {} : { "content-type": type }) };
    const forwarded = plainRequest(`${simulatorUrl}${asked.url}`, { method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(mkdtempSync(join(tmpdir(), "signing-")), "config");
  const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority-data": Buffer.from(TEST_CERTIFICATE).toString("base64") };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster }],
      users: [{ name: "u", user: { token: OWN_TOKEN } }],
      contexts: [{ name: "eu1-prod", context: { cluster: "c", user: "u" } }],
      "current-context": "eu1-prod",
    }),
  );
  return {
    kubeconfig,
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
