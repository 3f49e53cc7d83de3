import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { Json } from "./fields.ts";
import { createTemplateRedactor } from "./template-redactor.ts";

const key = Buffer.alloc(32, 1);
const redact = createTemplateRedactor({ key, showValues: false });
const keepValues = createTemplateRedactor({ key, showValues: true });
const SECRET = "canary-secret";

/** A template with a secret in every place where users put secrets. */
const template = (secret: string): Json => ({
  metadata: {
    labels: { app: "a" },
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": secret, "example.org/note": "shown" },
  },
  spec: {
    initContainers: [{ name: "i", command: ["sh", "-c", `echo ${secret}`] }],
    containers: [
      {
        name: "c",
        image: "i:1",
        env: [
          { name: "PASSWORD", value: secret },
          { name: "NUMBER", value: 5 },
          { name: "TOKEN", valueFrom: { secretKeyRef: { name: "creds", key: "token" } } },
        ],
        args: ["--verbose", `--token=${secret}`, `-p${secret}`, `-p=${secret}`, secret, `KEY=${secret}`],
        livenessProbe: { exec: { command: ["check", secret] } },
        readinessProbe: { httpGet: { path: "/", httpHeaders: [{ name: "Authorization", value: secret }] } },
        lifecycle: { preStop: { exec: { command: [secret] } } },
      },
    ],
    volumes: [
      { name: "f", flexVolume: { driver: "d", options: { password: secret } } },
      { name: "v", csi: { driver: "d", volumeAttributes: { password: secret } } },
      { name: "g", gitRepo: { repository: `https://user:${secret}@example.org/x.git` } },
    ],
  },
});
const argsOf = (redacted: string): readonly unknown[] => JSON.parse(redacted).spec.containers[0].args;

describe("G12 the redacted template", () => {
  it("has no possibly secret value, and every name", () => {
    const redacted = redact(template(SECRET), "uid");
    expect(redacted).not.toContain("canary");
    for (const name of ["PASSWORD", "TOKEN", "creds", "token", "Authorization", "password", "shown", "i:1", "--verbose", "--token="])
      expect(redacted).toContain(name);
    expect(argsOf(redacted)[1]).toMatchObject({ $shown: "--token=" });
    for (const arg of argsOf(redacted).slice(2)) expect(Object.keys(arg as object)).toEqual(["$hidden"]);
  });
  it("has all values if the user who started the server allowed it", () => {
    expect(keepValues(template(SECRET), "uid")).toBe(JSON.stringify(template(SECRET)));
  });
  it("shows that a value changed: equal marks for equal values, different marks otherwise", () => {
    expect(redact(template("a"), "uid")).toBe(redact(template("a"), "uid"));
    expect(argsOf(redact(template("a"), "uid"))[4]).not.toEqual(argsOf(redact(template("b"), "uid"))[4]);
  });
  it("cannot be compared with another process, another DaemonSet or another variable", () => {
    const variable = (name: string): Json => ({ env: [{ name, value: SECRET }] });
    const digests = [
      redact(variable("A"), "one"),
      redact(variable("A"), "two"),
      redact(variable("B"), "one"),
      createTemplateRedactor({ key: Buffer.alloc(32, 2), showValues: false })(variable("A"), "one"),
    ].map((redacted) => /"\$hidden":"([^"]{16})"/.exec(redacted)?.[1]);
    expect(new Set(digests).size).toBe(4);
    expect(digests).not.toContain(undefined);
  });
  it("an argument that moves keeps its mark", () => {
    const [first] = argsOf(redact({ spec: { containers: [{ name: "c", args: ["x", "y"] }] } }, "uid"));
    const [, second] = argsOf(redact({ spec: { containers: [{ name: "c", args: ["z", "x"] }] } }, "uid"));
    expect(first).toEqual(second);
  });
  it("does not treat a lookalike as a hidden value, and pollutes no prototype", () => {
    const redacted = redact(JSON.parse('{"x":{"$hidden":"y"},"__proto__":{"z":1}}'), "uid");
    expect(redacted).toBe('{"x":{"\\\\$hidden":"y"},"__proto__":{"z":1}}');
    expect(({} as Record<string, unknown>).z).toBeUndefined();
  });
  it("bounds texts, lists and maps, and still distinguishes long texts", () => {
    const long = (end: string) => redact({ image: `${"x".repeat(65_536)}${end}` }, "uid");
    expect(long("1").length).toBeLessThan(4300);
    expect(long("1")).not.toBe(long("2"));
    const wide = JSON.parse(
      redact(
        { list: Array.from({ length: 3000 }, () => 1), map: Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${at}`, 1])) },
        "uid",
      ),
    );
    expect(wide.list.length).toBe(2001);
    expect(Object.keys(wide.map)).toHaveLength(1000);
  });
});
