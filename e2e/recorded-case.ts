import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RecordedObjects, startStaticApiServer } from "@daemonscope/server/cli/cases/static-api-server.fixture";
import { startDaemonscope } from "./daemonscope.ts";

const CASES = join(import.meta.dirname, "../apps/server/fixtures/cases");

/** A server over the recorded objects of an incident. They never change, and their times end now. */
export interface RecordedCase {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves a case of apps/server/fixtures/cases: `F07`. `edit` changes its objects first. */
export async function serveCase(id: string, edit: (text: string) => string = (text) => text): Promise<RecordedCase> {
  const recorded = JSON.parse(edit(readFileSync(join(CASES, id, "objects.json"), "utf8"))) as RecordedObjects;
  const cluster = await startStaticApiServer(recorded, Date.now());
  const folder = mkdtempSync(join(tmpdir(), "recorded-case-"));
  const kubeconfig = join(folder, "config");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster: { server: cluster.url } }],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: id, context: { cluster: "c", user: "u" } }],
      "current-context": id,
    }),
  );
  const product = await startDaemonscope(["--kubeconfig", kubeconfig]);
  return {
    url: product.url,
    async stop() {
      await product.stop();
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
