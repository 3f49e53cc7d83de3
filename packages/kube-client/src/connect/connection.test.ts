import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ConnectionOptions, connect } from "./connection.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-kubeconfig-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const config = (context: string, server = "https://127.0.0.1:6443", more = "") =>
  `apiVersion: v1\nkind: Config\nclusters:\n- name: c-${context}\n  cluster: {server: "${server}"}\nusers:\n- name: u-${context}\n  user: {token: t}\ncontexts:\n- name: ${context}\n  context: {cluster: c-${context}, user: u-${context}}\ncurrent-context: ${context}\n${more}`;
const options = (more: Partial<ConnectionOptions>): ConnectionOptions => ({ pathDelimiter: ":", ...more });
const errorMessageOf = (more: Partial<ConnectionOptions>): string => {
  try {
    connect(options(more));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  throw new Error("it was accepted");
};

describe("the choice of the cluster, as in kubectl", () => {
  const one = write("one", config("one", "https://one:6443"));
  const two = write("two", config("two", "https://two:6443"));
  const home = join(folder, "home");
  mkdirSync(join(home, ".kube"), { recursive: true });
  writeFileSync(join(home, ".kube", "config"), config("home", "https://home:6443"));
  const rows: readonly [string, Partial<ConnectionOptions>, string][] = [
    ["the flag wins over everything", { kubeconfig: one, kubeconfigVariable: two, home }, "https://one:6443"],
    ["the first file of KUBECONFIG has the current context", { kubeconfigVariable: `${two}:${one}`, home }, "https://two:6443"],
    ["missing files of KUBECONFIG are left out", { kubeconfigVariable: `${folder}/nowhere:${one}` }, "https://one:6443"],
    ["a context of a later file can be chosen", { kubeconfigVariable: `${two}:${one}`, context: "one" }, "https://one:6443"],
    ["~/.kube/config comes last", { home }, "https://home:6443"],
  ];
  it.each(rows)("G9 %s", (_name, more, server) => {
    expect(connect(options(more))).toMatchObject({ kind: "cluster", server });
  });
  it("ignores an empty file, and a broken entry that is not chosen", () => {
    const kubeconfigVariable = `${write("nothing", "\n")}:${write("half", "clusters:\n- name: other\n- 5\nusers: null\n")}:${one}`;
    expect(connect(options({ kubeconfigVariable }))).toMatchObject({ server: "https://one:6443", context: "one" });
  });
  it("of two entries with one name the first file wins; the later file still adds its other entries", () => {
    const again = write("again", config("one", "https://again:6443"));
    expect(connect(options({ kubeconfigVariable: `${again}:${one}` }))).toMatchObject({ server: "https://again:6443" });
  });
  it("--cluster and --user replace those of the context, and work without a context", () => {
    const both = `${one}:${two}`;
    expect(connect(options({ kubeconfigVariable: both, cluster: "c-two", user: "u-two" }))).toMatchObject({
      server: "https://two:6443",
      context: "one",
    });
    const bare = write("bare", config("x", "https://bare:6443").replace(/contexts:[\s\S]*/, ""));
    expect(connect(options({ kubeconfig: bare, cluster: "c-x", user: "u-x" }))).toMatchObject({ server: "https://bare:6443" });
  });
  it.each([
    ["http://127.0.0.1:8001", "http://127.0.0.1:8001"],
    ["https://[::1]:6443", "https://[::1]:6443"],
    ["https://host/k8s/clusters/c-1/", "https://host/k8s/clusters/c-1"],
    ["host:8080", "http://host:8080"],
  ])("accepts a server %s", (server, href) => {
    expect(connect(options({ kubeconfig: write("server", config("x", server)) }))).toMatchObject({ server: href });
  });
  it("reads JSON, a BOM, CRLF and keys named __proto__", () => {
    for (const text of [
      `\ufeff${config("x")}`,
      config("x").replaceAll("\n", "\r\n"),
      config("x", "https://127.0.0.1:6443", "__proto__: {polluted: yes}\nconstructor: 1\n"),
      JSON.stringify({
        clusters: [{ name: "c", cluster: { server: "https://j" } }],
        contexts: [{ name: "j", context: { cluster: "c" } }],
        "current-context": "j",
      }),
    ])
      expect(connect(options({ kubeconfig: write("odd", text) })).kind).toBe("cluster");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  it("F03 takes the last value of a key that occurs twice, as kubectl does", () => {
    const text = config("x").replace("current-context", "current-context: gone\ncurrent-context");
    expect(connect(options({ kubeconfig: write("twice", text) }))).toMatchObject({ kind: "cluster" });
  });
  it("starts the simulator only if nothing is configured", () => {
    expect(connect(options({ home: folder }))).toEqual({ kind: "simulator" });
  });
});

describe("an unusable kubeconfig gives one sentence with the entry, the cause and the remedy", () => {
  const rows: readonly [string, Partial<ConnectionOptions>, RegExp][] = [
    ["missing", { kubeconfig: `${folder}/nowhere` }, /kubeconfig .*nowhere does not exist: .*--simulate/],
    ["a folder", { kubeconfig: folder }, /is a folder/],
    ["empty", { kubeconfig: write("empty", " \n") }, /is empty/],
    ["no YAML", { kubeconfig: write("broken", "clusters:\n  - name: [\n") }, /cannot be read as YAML/],
    ["another kind of document", { kubeconfig: write("foreign", "hello: world\n") }, /is not a kubeconfig/],
    [
      "an unknown context, with the nearest",
      { kubeconfig: write("typo", config("production")), context: "prodcution" },
      /context "prodcution" does not exist .* did you mean "production"\?/,
    ],
    ["no current context", { kubeconfig: write("none", config("x").replace(/current-context.*\n/, "")) }, /has no current-context/],
    [
      "an unknown cluster",
      { kubeconfig: write("dangling", config("x").replace("cluster: c-x", "cluster: gone")) },
      /cluster "gone" of context "x" does not exist/,
    ],
    ["a server that is no address", { kubeconfig: write("address", config("x", "not an address")) }, /is no address/],
    ["all of KUBECONFIG missing", { kubeconfigVariable: `${folder}/a:${folder}/b` }, /no such file exists/],
    ["a context without any kubeconfig", { context: "x" }, /there is no kubeconfig/],
    ["a cluster without any kubeconfig", { cluster: "x" }, /cluster "x" was asked for, and there is no kubeconfig/],
    ["an unknown user", { kubeconfig: write("nouser", config("x").replace("user: u-x}", "user: gone}")) }, /user "gone" of context "x"/],
    ["--user with a typo", { kubeconfig: write("users", config("x")), user: "u-y" }, /user "u-y" .* did you mean "u-x"\?/],
    ["a cluster without a server", { kubeconfig: write("noserver", config("x", "")) }, /cluster "c-x" in .* has no server/],
    ["a context without a cluster", { kubeconfig: write("nocluster", config("x").replace("cluster: c-x, ", "")) }, /names no cluster/],
    ["another scheme", { kubeconfig: write("scheme", config("x", "ftp://host")) }, /must begin with https/],
    ["a password in the address", { kubeconfig: write("password", config("x", "https://a:b@host")) }, /carries a user or a password/],
    ["a bare list", { kubeconfig: write("list", "- 1\n- 2\n") }, /is not a kubeconfig/],
    ["only comments", { kubeconfig: write("comments", "# nothing\n") }, /is empty/],
    ["clusters that are no list", { kubeconfig: write("nolist", "clusters: 5\n") }, /clusters is not a list/],
    ["tabs", { kubeconfig: write("tabs", "clusters:\n\t- name: x\n") }, /cannot be read as YAML/],
    [
      "a YAML bomb",
      {
        kubeconfig: write(
          "bomb",
          [
            "a: &a [x,x,x,x,x,x,x,x,x]",
            ...["b", "c", "d", "e", "f", "g"].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdef"[at]}`)}]`),
            "clusters: *g",
          ].join("\n"),
        ),
      },
      /cannot be read as YAML/,
    ],
    ["10 MB", { kubeconfig: write("large", `clusters: []\n#${"x".repeat(10_000_000)}`) }, /larger than 4 MB/],
    ["--in-cluster outside of one", { inCluster: true }, /needs a pod/],
  ];
  it.each(rows)("%s", (_name, more, sentence) => {
    const text = errorMessageOf(more);
    expect(text).toMatch(sentence);
    expect(text).not.toContain("\n");
    expect(text.length).toBeLessThan(600);
  });
});
