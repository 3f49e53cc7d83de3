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
const said = (more: Partial<ConnectionOptions>): string => {
  try {
    connect(options(more));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  throw new Error("it was accepted");
};

describe("which cluster is meant, as kubectl decides", () => {
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
  it.each(rows)("%s", (_name, more, server) => {
    expect(connect(options(more))).toMatchObject({ kind: "cluster", server });
  });
  it("the simulator only where nothing is configured", () => {
    expect(connect(options({ home: folder }))).toEqual({ kind: "simulator" });
  });
});

describe("a kubeconfig that cannot be used gets one sentence with the thing, the cause and the way out", () => {
  const rows: readonly [string, Partial<ConnectionOptions>, RegExp][] = [
    ["missing", { kubeconfig: `${folder}/nowhere` }, /kubeconfig .*nowhere does not exist: .*--simulate/],
    ["a folder", { kubeconfig: folder }, /is a folder/],
    ["empty", { kubeconfig: write("empty", " \n") }, /is empty/],
    ["no YAML", { kubeconfig: write("broken", "clusters:\n  - name: [\n") }, /cannot be read as YAML/],
    ["something else", { kubeconfig: write("foreign", "hello: world\n") }, /is not a kubeconfig/],
    [
      "an unknown context, with the nearest",
      { kubeconfig: write("typo", config("production")), context: "prodcution" },
      /context "prodcution" does not exist .* did you mean "production"\?/,
    ],
    ["no current context", { kubeconfig: write("none", config("x").replace(/current-context.*\n/, "")) }, /has no current-context/],
    [
      "a cluster that is not there",
      { kubeconfig: write("dangling", config("x").replace("cluster: c-x", "cluster: gone")) },
      /cluster "gone" of context "x" does not exist/,
    ],
    ["a server that is no address", { kubeconfig: write("address", config("x", "not an address")) }, /is no address/],
    ["all of KUBECONFIG missing", { kubeconfigVariable: `${folder}/a:${folder}/b` }, /no such file exists/],
    ["a context without any kubeconfig", { context: "x" }, /there is no kubeconfig/],
    ["--in-cluster outside of one", { inCluster: true }, /needs a pod/],
  ];
  it.each(rows)("%s", (_name, more, sentence) => {
    const text = said(more);
    expect(text).toMatch(sentence);
    expect(text).not.toContain("\n");
  });
});
