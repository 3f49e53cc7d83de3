import { describe, expect, it } from "vitest";
import { editableYaml, parseManifest } from "./parse-manifest.ts";

const meta = (name: string) => `metadata: {name: ${name}, namespace: tools}`;
const DAEMON_SET = `apiVersion: apps/v1\nkind: DaemonSet\n${meta("agent")}\n`;
const DEPLOYMENT = `apiVersion: apps/v1\nkind: Deployment\n${meta("ctl")}\nspec: {replicas: 2}\n`;
const NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: tools}\n";

describe("a pasted text", () => {
  it("F01 has kubectl's YAML: octal modes, yes and no", async () => {
    expect(await parseManifest(`${DAEMON_SET}spec: {mode: 0744, on: yes}\n`)).toMatchObject({
      manifest: { spec: { mode: 484, true: true } },
      duplicateKeys: [],
      skipped: undefined,
    });
  });
  it("F03 keeps the last value of a key, and names its line", async () => {
    expect(await parseManifest(`${DAEMON_SET}spec: {a: 1}\nspec: {a: 2}\n`)).toMatchObject({
      manifest: { spec: { a: 2 } },
      duplicateKeys: [{ key: "spec", count: 2, line: 5 }],
    });
  });
  it("F04 F05 is the DaemonSet of an install file, without other kinds and Deployments", async () => {
    expect(await parseManifest([NAMESPACE, DEPLOYMENT, DAEMON_SET].join("---\n"))).toMatchObject({
      manifest: { kind: "DaemonSet", metadata: { name: "agent" } },
      skipped: { count: 2, kinds: [{ kind: "Namespace", count: 1 }], deployments: [{ name: "ctl", namespace: "tools", replicas: 2 }] },
    });
  });
  it("is a Deployment if it has no DaemonSet", async () => {
    expect(await parseManifest(`${NAMESPACE}---\n${DEPLOYMENT}`)).toMatchObject({ manifest: { kind: "Deployment" } });
  });
  it.each([
    ["# nothing", "it is empty."],
    [`${DAEMON_SET}---\n${DAEMON_SET}`, "it holds several manifests, and one is needed."],
    ["a: b", "apiVersion, kind and metadata are needed."],
    ["just text", "it is no Kubernetes object, but text."],
    ["a: .inf", ".inf is no number of JSON at line 1, column 4."],
  ])("%j is no manifest: %s", async (text, problem) => {
    expect(await parseManifest(text)).toEqual({ problem });
  });
});

it("F01 the YAML for editing has quotes where kubectl needs them, so that it is read as it was", async () => {
  const words = ["yes", "y", "Off", "0744", "0o17", "-._5", "1_000", "0x_1", "08", "<<", "~", "1:30", "2001-01-01", "a: b", "#", "", "x\n"];
  const annotations = Object.fromEntries(words.map((word) => [`a-${word.replaceAll(/\W/g, "-")}`, word]));
  const object = { kind: "DaemonSet", metadata: { name: "agent", uid: "u", annotations }, spec: { args: words, yes: "no", port: 8080 } };
  const text = await editableYaml(JSON.stringify(object));
  expect(text).not.toContain("uid");
  expect(await parseManifest(text)).toMatchObject({ manifest: { metadata: { name: "agent", annotations }, spec: object.spec } });
});
