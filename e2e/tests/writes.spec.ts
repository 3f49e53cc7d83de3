import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { startDaemonscope, startSimulated } from "../daemonscope.ts";

const DIST = resolve(import.meta.dirname, "../../apps/server/dist");
/** A text that only the code that can write contains. */
const WRITE_MARKER = "none of the few requests that may change a cluster";
const files = readdirSync(DIST).filter((name) => name.endsWith(".js") && readFileSync(join(DIST, name), "utf8").includes(WRITE_MARKER));

/**
 * Returns the Daemonscope files that a server had loaded when it ended, from the coverage of V8. Returns also the
 * status of a POST that plans actions.
 */
async function loadedBy(
  kubeconfig: string,
  flags: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly posted: number }> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-loaded-"));
  try {
    const server = await startDaemonscope(["--kubeconfig", kubeconfig, ...flags], { NODE_V8_COVERAGE: folder });
    const answer = await fetch(`${server.url}/api/actions/plan`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ steps: [] }),
    });
    await server.stop();
    const urls = readdirSync(folder).flatMap((name) =>
      (JSON.parse(readFileSync(join(folder, name), "utf8")) as { readonly result: readonly { readonly url: string }[] }).result.map(
        ({ url }) => url,
      ),
    );
    return { files: urls.flatMap((url) => (url.includes("/dist/") ? [url.slice(url.lastIndexOf("/") + 1)] : [])), posted: answer.status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("G41 without --allow-writes the code that changes a cluster is not loaded, and its routes do not exist", async () => {
  expect(files).toHaveLength(1);
  const cluster = await startSimulated("tour");
  const kubeconfig = join(mkdtempSync(join(tmpdir(), "daemonscope-kubeconfig-")), "config");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "c",
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
      clusters: [{ name: "c", cluster: { server: cluster.simulatorUrl } }],
      users: [{ name: "u", user: {} }],
    }),
  );
  try {
    const [without, allowed] = await Promise.all([loadedBy(kubeconfig, []), loadedBy(kubeconfig, ["--allow-writes"])]);
    expect(without.files, "the server itself is in memory").toContain("serve.js");
    expect([without.files.filter((name) => files.includes(name)), without.posted]).toEqual([[], 405]);
    expect([allowed.files.filter((name) => files.includes(name)), allowed.posted]).toEqual([files, 422]);
  } finally {
    await cluster.stop();
  }
});
