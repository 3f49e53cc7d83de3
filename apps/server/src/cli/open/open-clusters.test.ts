import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConnectionError } from "@daemonscope/kube-client/http/connection-error";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { openClusters } from "./open-clusters.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clusters-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a kubeconfig with these contexts: the address of each, and an optional CA. No server listens there. */
function kubeconfig(file: string, contexts: Readonly<Record<string, readonly [server: string, authority?: string]>>, more = {}): string {
  const path = join(folder, file);
  const names = Object.keys(contexts);
  const config = {
    "current-context": names[0],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: "u" } })),
    clusters: names.map((name) => {
      const [server, authority] = contexts[name] ?? [""];
      return {
        name,
        cluster: {
          server,
          ...(authority === undefined ? {} : { "certificate-authority-data": Buffer.from(authority).toString("base64") }),
        },
      };
    }),
    users: [{ name: "u", user: { token: "t" } }],
    ...more,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

async function opened(...words: readonly string[]) {
  const command = parseCommand(["serve", "--no-open", ...words], {}, "test");
  if (command.kind !== "serve") throw new Error(command.kind);
  const clusters = await openClusters(command.config, "simulated", capturedTerminal());
  return {
    ...clusters,
    names: clusters.opened.map(({ name }) => name),
    servers: clusters.opened.map(({ cluster }) => cluster.identity.server),
  };
}

const serverAt = (port: number) => `http://127.0.0.1:${port}` as const;

describe("contexts", () => {
  test("opens all of a kubeconfig, or the named ones, in their order", async () => {
    const file = kubeconfig("config", { a: [serverAt(1)], b: [serverAt(2)], c: [serverAt(3)] });
    expect((await opened("--kubeconfig", file, "--all-contexts")).names).toEqual(["a", "b", "c"]);
    expect((await opened("--kubeconfig", file, "--context", "c", "--context", "a")).names).toEqual(["c", "a"]);
  });

  test("opens the current context of each kubeconfig, distinguished by file if the names are equal", async () => {
    const files = ["eu1", "us1"].map((name, at) => kubeconfig(`${name}.yaml`, { default: [serverAt(at + 1)], other: [serverAt(at + 3)] }));
    const flags = files.flatMap((file) => ["--kubeconfig", file]);
    expect((await opened(...flags)).names).toEqual(["eu1-default", "us1-default"]);
    expect((await opened(...flags, "--all-contexts")).servers).toEqual([serverAt(1), serverAt(3), serverAt(2), serverAt(4)]);
  });

  test("serves two contexts of one cluster once, with a notice: same address and same authority", async () => {
    const file = kubeconfig("config", { admin: [serverAt(1), "ca"], viewer: [serverAt(1), "ca"], other: [serverAt(1), "another"] });
    const { names, notes } = await opened("--kubeconfig", file, "--all-contexts");
    expect(names).toEqual(["admin", "other"]);
    expect(notes).toEqual([`Contexts "admin" and "viewer" (${serverAt(1)}) are the same cluster, which is used once, as "admin".`]);
  });

  test("reports an unusable context under its name, and opens the others", async () => {
    const file = kubeconfig("config", { good: [serverAt(1)], bad: [""], also: [serverAt(2)] });
    const { names, unusable } = await opened("--kubeconfig", file, "--all-contexts");
    expect(names).toEqual(["good", "also"]);
    expect(unusable).toEqual([
      { name: "bad", context: "bad", problem: expect.stringMatching(/^Cluster "bad" in kubeconfig .* has no server: .*\.$/) },
    ]);
  });

  test("a single context needs no name", async () => {
    const file = kubeconfig("config", { only: [serverAt(1)] });
    expect((await opened("--kubeconfig", file, "--all-contexts")).names).toEqual([undefined]);
  });

  it("refuses an unknown context, with the nearest name", async () => {
    const file = kubeconfig("config", { "eu1-prod": [serverAt(1)], lab: [serverAt(2)] });
    await expect(opened("--kubeconfig", file, "--context", "eu1-prd", "--context", "lab")).rejects.toThrow(
      /"eu1-prd" does not exist .* did you mean "eu1-prod"/,
    );
    await expect(opened("--kubeconfig", join(folder, "none"), "--all-contexts")).rejects.toThrow(ConnectionError);
  });

  it("refuses a selection without a usable context", async () => {
    const file = kubeconfig("config", { a: [""], b: [""] });
    await expect(opened("--kubeconfig", file, "--all-contexts")).rejects.toThrow(/^None of 2 contexts can be used; the first: Cluster "a"/);
  });
});

test("a simulated cluster is one per named story; repeated stories get another seed", async () => {
  const { names, opened: all } = await opened(
    "--simulate=image-update",
    "--simulate=image-update",
    "--simulate=bad-image",
    "--clock",
    "manual",
  );
  try {
    expect(names).toEqual(["image-update", "image-update-2", "bad-image"]);
    expect(all.map(({ cluster }) => [cluster.identity.simulated, cluster.simulator?.seed])).toEqual([
      [true, 1],
      [true, 2],
      [true, 1],
    ]);
  } finally {
    await Promise.all(all.map(({ cluster }) => cluster.close()));
  }
});

test("recognizes two addresses of one cluster by the uid of its namespace kube-system", async () => {
  const one = await opened("--simulate=image-update", "--clock", "manual");
  const server = one.servers[0] ?? "";
  try {
    const file = kubeconfig("config", { a: [server], b: [server.replace("127.0.0.1", "localhost")], c: [serverAt(1)] });
    const { names, notes } = await opened("--kubeconfig", file, "--all-contexts");
    expect(names).toEqual(["a", "c"]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^Contexts "a" \(\S+127\S+\) and "b" \(\S+localhost\S+\) are .* as "a"\. .*: use --separate to keep them apart\.$/,
      ),
    ]);
    const separate = await opened("--kubeconfig", file, "--all-contexts", "--separate");
    expect([separate.names, separate.notes]).toEqual([["a", "b", "c"], []]);
  } finally {
    await one.opened[0].cluster.close();
  }
});

test("a command names each cluster, also a single one, in any script", async () => {
  const file = kubeconfig("config", { 生產環境: [serverAt(1)], "測試 環境": [serverAt(2)] });
  const namesOf = async (path: string) => {
    const command = parseCommand(["status", "--kubeconfig", path, "--all-contexts"], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    return (await openClusters(command.config, "refused", capturedTerminal())).opened.map(({ name }) => name);
  };
  expect(await namesOf(file)).toEqual(["生產環境", "測試-環境"]);
  expect((await opened("--kubeconfig", file, "--all-contexts")).names).toEqual(["cluster", "cluster-2"]);
  expect(await namesOf(kubeconfig("one", { prod: [serverAt(1)] }))).toEqual(["prod"]);
});
