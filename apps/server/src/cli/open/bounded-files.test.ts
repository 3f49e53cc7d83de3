import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredentialFiles } from "@daemonscope/kube-client/connect/credential-files";
import { readKubeconfigs } from "@daemonscope/kube-client/connect/kubeconfig";
import { FileRefused, readSmallFile } from "@daemonscope/kube-client/connect/small-file";
import { afterAll, describe, expect, it } from "vitest";
import { connectToEngine } from "../../engine/stream/engine-connection.ts";
import { readTls } from "../../platform/address/tls-material.ts";
import { readTextSource } from "../../watch/manifests/read-text-source.ts";
import { readSecretFile } from "../parse/secret-file.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-small-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LIMIT = { limitBytes: 1000 };
const fileNamed = (name: string, text = "") => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
function fifo(name: string): string {
  execFileSync("mkfifo", [join(folder, name)]);
  return join(folder, name);
}
function linkTo(target: string, name: string): string {
  symlinkSync(target, join(folder, name));
  return join(folder, name);
}
function errorMessageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "it was read";
}

describe("a file named by a flag or a field", () => {
  mkdirSync(join(folder, "a-folder"));
  const refused: readonly [string, string, RegExp][] = [
    ["an endless device", "/dev/zero", /^is a device, not a file$/],
    ["a link to one", linkTo("/dev/zero", "link"), /^is a device, not a file$/],
    ["a folder", join(folder, "a-folder"), /^is a folder, not a file$/],
    ["a pipe without a writer", fifo("pipe"), /^is a pipe, which can be read only once$/],
    ["a file above the limit", fileNamed("large", "x".repeat(1001)), /^is larger than .* KB/],
    ["a file that does not exist", join(folder, "none"), /^does not exist$/],
    ["a link that leads to itself", linkTo(join(folder, "loop"), "loop"), /^is a link that leads to itself$/],
    ["a name with a NUL", `${folder}/a\0b`, /^has a name that no file can have$/],
    ["a file of the kernel without a size, above the limit", "/proc/self/smaps", /^is larger than/],
  ];
  it.each(refused)("refuses %s", (_name, path, sentence) => {
    expect(() => readSmallFile(path, LIMIT)).toThrow(FileRefused);
    expect(errorMessageOf(() => readSmallFile(path, LIMIT))).toMatch(sentence);
  });

  it("reads a file up to the limit, and the null device as an empty file", () => {
    expect(readSmallFile(fileNamed("fits", "x".repeat(1000)), LIMIT)).toHaveLength(1000);
    expect(readSmallFile("/dev/null", LIMIT)).toHaveLength(0);
  });

  it("reads a pipe during the start, up to the limit", () => {
    const pipe = fifo("fed");
    spawn("sh", ["-c", `printf 'from a pipe' > '${pipe}'`]);
    expect(readSmallFile(pipe, { ...LIMIT, acceptsPipe: true }).toString()).toBe("from a pipe");
    const endless = spawn("sh", ["-c", `exec cat /dev/zero > '${pipe}'`]);
    expect(errorMessageOf(() => readSmallFile(pipe, { ...LIMIT, acceptsPipe: true }))).toMatch(/^is larger than/);
    endless.kill();
  });
});

describe("no flag and no field accepts an endless device", () => {
  const ZERO = "/dev/zero";
  const check = (cluster: object, user: object) =>
    new CredentialFiles().check({
      context: "x",
      server: new URL("https://host"),
      namespace: "default",
      userName: "u",
      cluster: { ...cluster },
      user: { ...user },
    });
  const rows: readonly [string, () => unknown][] = [
    ["--kubeconfig", () => readKubeconfigs([ZERO])],
    ["certificate-authority", () => check({ "certificate-authority": ZERO }, {})],
    ["client-certificate", () => check({}, { "client-certificate": ZERO, "client-key": ZERO })],
    ["tokenFile", () => check({}, { tokenFile: ZERO })],
    ["--proxy-secret-file, --oidc-client-secret-file, --webhook-secret-file", () => readSecretFile("webhook-secret-file", ZERO)],
  ];
  it.each(rows)("%s", (_name, read) => {
    expect(errorMessageOf(read)).toMatch(/\/dev\/zero .*is a device, not a file/);
  });
  it("--tls-cert and --tls-key", () => {
    expect(readTls({ certFile: ZERO, keyFile: ZERO }, 0)).toEqual({
      kind: "problem",
      text: "--tls-cert /dev/zero is a device, not a file",
    });
  });
  it("--engine-credentials and --engine-ca", async () => {
    const choice = { url: "nats://127.0.0.1:1", credentials: undefined, authority: undefined, certificate: undefined, key: undefined };
    for (const field of ["credentials", "authority"])
      await expect(connectToEngine({ ...choice, [field]: ZERO } as never, undefined)).rejects.toThrow(/is a device, not a file/);
  });
  it("-f", async () => {
    const source = { stdin: async function* () {}, stop: new AbortController().signal };
    await expect(readTextSource("filename", ZERO, source)).rejects.toThrow(/is a device, not a file/);
  });
});
