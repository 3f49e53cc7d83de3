import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAppendOnly } from "./append-file.ts";
import { fileAudit } from "./audit.ts";
import { fileRequestAudit } from "./request-audit.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "append-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const pathTo = (name: string) => join(folder, name);

/** Creates a file with a mode, regardless of the umask. */
function fileWith(mode: number, name = "a.jsonl"): string {
  writeFileSync(pathTo(name), "before\n");
  chmodSync(pathTo(name), mode);
  return pathTo(name);
}

describe("G44 the audit file is private to the server's user", () => {
  const unsafeFiles: Readonly<Record<string, readonly [path: () => string, why: RegExp]>> = {
    "a symbolic link": [
      () => {
        symlinkSync(fileWith(0o600), pathTo("link"));
        return pathTo("link");
      },
      /^is a symbolic link, .*: name the file itself$/,
    ],
    "a symbolic link to nothing yet": [
      () => {
        symlinkSync(pathTo("elsewhere"), pathTo("link"));
        return pathTo("link");
      },
      /^is a symbolic link/,
    ],
    "a file with a second name": [
      () => {
        linkSync(fileWith(0o600), pathTo("other"));
        return pathTo("other");
      },
      /^has 2 names \(hard links\)/,
    ],
    "a file that every user can write": [() => fileWith(0o666), /^can be written by every user, .*chmod o-w$/],
    "a device": [() => "/dev/null", /^is no regular file: name a file$/],
    "a folder of every user": [
      () => {
        mkdirSync(pathTo("open"));
        chmodSync(pathTo("open"), 0o777);
        return join(pathTo("open"), "a.jsonl");
      },
      /^is in a folder that every user can write/,
    ],
  };
  it.each(Object.entries(unsafeFiles))("%s is refused, and nothing is written", (_what, [pathOf, why]) => {
    const path = pathOf();
    for (const open of [openAppendOnly, fileAudit, fileRequestAudit]) expect(() => open(path)).toThrow(why);
    expect(existsSync(pathTo("elsewhere"))).toBe(false);
    if (existsSync(pathTo("a.jsonl"))) expect(readFileSync(pathTo("a.jsonl"), "utf8")).toBe("before\n");
  });
  it("a new file has mode 0600, and an existing one is only appended to", () => {
    const file = openAppendOnly(pathTo("new"));
    writeSync(file, "1\n");
    writeSync(openAppendOnly(pathTo("new")), "2\n");
    expect(readFileSync(pathTo("new"), "utf8")).toBe("1\n2\n");
    expect(statSync(pathTo("new")).mode & 0o777).toBe(0o600);
  });
  it("removes the group right that a kubelet sets on volume files", () => {
    const path = fileWith(0o660);
    openAppendOnly(path);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });
  it("accepts a sticky folder such as /tmp, where users replace only their own files", () => {
    mkdirSync(pathTo("sticky"));
    chmodSync(pathTo("sticky"), 0o1777);
    expect(() => openAppendOnly(join(pathTo("sticky"), "a.jsonl"))).not.toThrow();
  });
});
