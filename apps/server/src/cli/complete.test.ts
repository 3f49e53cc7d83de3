import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complete } from "./complete.ts";
import { capturedTerminal } from "./terminal/terminal.fixture.ts";

async function completed(words: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const terminal = capturedTerminal(environment);
  await complete(words, terminal);
  return terminal.out();
}

function withKubeconfig(text: string, use: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-complete-"));
  const file = join(folder, "config");
  writeFileSync(file, text);
  return use(file).finally(() => rmSync(folder, { recursive: true }));
}

test("prints each word with its description after a tab; the last line has the flags for files and spaces", async () => {
  expect(await completed(["simulate", "sur"])).toMatch(/^surge\t.+\n:4\n$/);
  expect(await completed(["status", "-o", "ta"])).toBe("table\n:4\n");
  expect(await completed(["explain", "--nodes", ""])).toBe(":0\n");
  expect(await completed(["--simulate=nonsense"])).toBe(":4\n");
});

test("completes contexts of the named kubeconfig or KUBECONFIG; skips a name that would break the line", () =>
  withKubeconfig(
    'contexts: [{name: prod}, {name: "arn:aws:eks"}, {name: "two words"}, {name: "a\\nb"}]\nusers: [{name: me}]\n',
    async (file) => {
      const contexts = "prod\narn:aws:eks\n:4\n";
      expect(await completed(["--context", ""], { KUBECONFIG: file })).toBe(contexts);
      expect(await completed(["--kubeconfig", file, "--context", ""])).toBe(contexts);
      expect(await completed([`--kubeconfig=${file}`, "--user", ""])).toBe("me\n:4\n");
    },
  ));

test("completes DaemonSets and nodes of the named cluster and namespace", async () => {
  const simulated = ["--simulate=bad-image", "-n", "kube-system"];
  expect(await completed(["wait", ...simulated, "ds/f"])).toBe("ds/fluentd-elasticsearch\n:4\n");
  expect(await completed(["status", ...simulated, "fl"])).toBe("fluentd-elasticsearch\n:4\n");
  expect(await completed(["status", "--simulate=bad-image", "ds/"])).toBe(":4\n");
  expect(await completed(["status", "--simulate=bad-image", "-A", "ds/"])).toBe("ds/fluentd-elasticsearch\n:4\n");
  expect((await completed(["explain", ...simulated, "--node", ""])).split("\n")).toHaveLength(12 + 2);
});

test("completes namespaces that have DaemonSets, and the names in a step of what-if", async () => {
  expect(await completed(["status", "--simulate=bad-image", "-n", ""])).toBe("kube-system\n:4\n");
  expect(await completed(["status", "--simulate=bad-image", "--namespace=k"])).toBe("--namespace=kube-system\n:4\n");
  const step = ["what-if", "--simulate=bad-image"];
  expect(await completed([...step, "tai"])).toBe("taint\tNODES key=value:Effect | key:Effect-\n:4\n");
  expect((await completed([...step, "taint", ""])).split("\n")).toHaveLength(12 + 2);
  expect(await completed([...step, "set-image", ""])).toBe("kube-system/fluentd-elasticsearch\n:4\n");
});

test("completes no name, without an error, if there is no cluster or the earlier words are wrong", async () => {
  for (const words of [
    ["status", "ds/"],
    ["status", "--nonsense", "ds/"],
    ["status", "--context", "none", "--simulate", "ds/"],
  ])
    expect(await completed(words)).toBe(":4\n");
});

test("completes nothing, without an error, if the kubeconfig is missing or unreadable", async () => {
  expect(await completed(["--context", ""])).toBe(":4\n");
  expect(await completed(["--kubeconfig", "/nonexistent", "--context", ""])).toBe(":4\n");
  await withKubeconfig("contexts: {", async (file) => expect(await completed(["--context", ""], { KUBECONFIG: file })).toBe(":4\n"));
});
