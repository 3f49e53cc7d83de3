import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { fileRequestAudit, type RequestAudit } from "../journal/request-audit.ts";
import { apiClientsWith } from "./create-action-service.ts";
import { createRelayedWriter } from "./relayed-writer.ts";

const { signal } = new AbortController();
const PATCH = { method: "PATCH", path: "/api/v1/nodes/n1", contentType: "application/json-patch+json", body: [] } as const;
const ADA = { kind: "own token", token: "of-ada" } as const;
const folder = mkdtempSync(join(tmpdir(), "request-audit-"));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An API server that knows of-ada, and answers a write as a test specifies. */
async function writerTo(
  answer: (response: Parameters<Parameters<typeof startRawApiServer>[0]>[1], lines: () => readonly string[]) => void,
  requestAudit?: RequestAudit,
) {
  const path = join(folder, `${Math.trunc(performance.now() * 1000)}.jsonl`);
  const audit = requestAudit ?? fileRequestAudit(path);
  const read = () =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const api: RawApiServer = await startRawApiServer(
    ({ method, headers }, response) => {
      response.setHeader("content-type", "application/json");
      if (method !== "POST") return answer(response, () => read().map(({ state }) => state));
      response.statusCode = headers.authorization === "Bearer of-ada" ? 201 : 401;
      response.end(JSON.stringify({ status: { userInfo: { username: "ada", groups: [] } } }));
    },
    { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } },
  );
  const authorizeAnonymous = async (request: object) => {
    Object.assign(request, { ca: TEST_CERTIFICATE });
    return 1;
  };
  const apiClients = apiClientsWith({
    server: api.url,
    authorize: () => Promise.reject(new Error("never as the collector")),
    authorizeAnonymous,
  });
  closing.push(
    () => api.close(),
    () => audit.close(),
  );
  const problems: string[] = [];
  const write = createRelayedWriter({
    apiClients,
    audit,
    cluster: "prod",
    wallNowMs: () => 0,
    newId: () => "id",
    onProblem: (text) => problems.push(text),
  });
  const writes = () => api.requests.filter(({ method }) => method !== "POST");
  return { write, read, writes, problems };
}

describe("G48 writes that a collector sends for a user", () => {
  it("are written to the audit log before and after they are sent, with the token's user", async () => {
    let before: readonly string[] = [];
    const { write, read, writes } = await writerTo((response, lines) => {
      before = lines();
      response.end(JSON.stringify({ kind: "Node" }));
    });
    const send = await write({ write: PATCH, dryRun: false }, ADA, signal);
    expect([read(), writes().length]).toEqual([[], 0]);
    expect(await send()).toEqual({ object: { kind: "Node" }, warnings: [] });
    expect(before).toEqual(["sent"]);
    expect(read()).toEqual(
      ["sent", "done"].map((state) => ({
        at: "1970-01-01T00:00:00.000Z",
        cluster: "prod",
        id: "id",
        who: "ada",
        request: "PATCH /api/v1/nodes/n1",
        state,
      })),
    );
    expect(writes().map(({ headers }) => headers.authorization)).toEqual(["Bearer of-ada"]);
  });
  it("are not sent if the audit log cannot be written", async () => {
    const broken: RequestAudit = {
      write: () => {
        throw new Error("ENOSPC");
      },
      close: () => undefined,
    };
    const { write, writes } = await writerTo((response) => response.end("{}"), broken);
    const send = await write({ write: PATCH, dryRun: false }, ADA, signal);
    await expect(send()).rejects.toMatchObject({ code: "notSent", message: expect.stringContaining("nothing was sent") });
    expect(writes()).toEqual([]);
  });
  it("are never offered for a token that the cluster refuses", async () => {
    const { write, writes } = await writerTo((response) => response.end("{}"));
    await expect(write({ write: PATCH, dryRun: false }, { kind: "own token", token: "wrong" }, signal)).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(writes()).toEqual([]);
  });
  it.each([
    [
      "refused by the API server",
      "refused",
      (response: { statusCode: number; end(text: string): void }) => {
        response.statusCode = 409;
        response.end(JSON.stringify({ kind: "Status", message: "it was changed", code: 409 }));
      },
    ],
    ["left without an answer", "unknown", (response: { destroy(): void }) => response.destroy()],
  ] as const)("that are %s are recorded as %s, and the caller gets the error", async (_, state, answer) => {
    const { write, read } = await writerTo(answer as never);
    const send = await write({ write: PATCH, dryRun: false }, ADA, signal);
    await expect(send()).rejects.toMatchObject({ name: "KubeRequestError" });
    expect(read().map((line) => line.state)).toEqual(["sent", state]);
  });
  it("a dry run is sent as the user, without an audit entry", async () => {
    const { write, read, writes } = await writerTo((response) => response.end("{}"));
    await (await write({ write: PATCH, dryRun: true }, ADA, signal))();
    expect([read(), writes()[0]?.query.get("dryRun")]).toEqual([[], "All"]);
    rmSync(folder, { recursive: true, force: true });
  });
});
