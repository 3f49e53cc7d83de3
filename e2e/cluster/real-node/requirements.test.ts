import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Machine, missingRequirement } from "../../real-node/requirements.mjs";

const able: Machine = {
  platform: "linux",
  uid: 0,
  hasUnifiedCgroups: false,
  canMakeCgroup: () => true,
  hasProgram: () => true,
  hasPlugin: () => true,
  namespaceError: () => undefined,
};
const PACKAGES = "apt-get install runc containernetworking-plugins iptables iproute2 util-linux";

describe("the requirements of a real node", () => {
  test("a machine that meets all of them gets no sentence", () => {
    expect(missingRequirement(able)).toBeUndefined();
  });

  const rows: readonly (readonly [change: Partial<Machine>, reason: string])[] = [
    [{ platform: "darwin" }, "it needs Linux, and this is darwin"],
    [{ uid: 1000 }, "it needs root, and this process runs as user 1000"],
    [{ hasUnifiedCgroups: true }, "it needs cgroup v1, and this machine has only cgroup v2"],
    [{ canMakeCgroup: (name) => name !== "memory" }, "it needs writable cgroup v1 hierarchies, and memory is missing"],
    [{ hasProgram: (name) => name !== "runc" }, `runc is missing: ${PACKAGES}`],
    [{ hasPlugin: (name) => name !== "portmap" }, `the CNI plugin portmap is missing in /usr/lib/cni: ${PACKAGES}`],
    [
      { namespaceError: () => "unshare: Operation not permitted" },
      "this machine makes no namespaces, or no overlay, veth or bridge in one: unshare: Operation not permitted",
    ],
  ];
  test.each(rows)("one sentence names what is missing %#", (change, reason) => {
    expect(missingRequirement({ ...able, ...change })).toBe(`No test runs on a real node: ${reason}.`);
  });

  test("the first requirement that is not met gives the sentence", () => {
    const bare: Machine = { ...able, uid: 1, canMakeCgroup: () => false, namespaceError: () => "no" };
    expect(missingRequirement(bare)).toMatch(/needs root/);
  });

  test("the build of a machine that lacks one ends with exit code 3 and one sentence, so that the lane goes on without it", () => {
    const build = fileURLToPath(new URL("../../real-node/build.mjs", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [build], { env: { PATH: "" }, encoding: "utf8" });
    expect([status, stdout]).toEqual([3, expect.stringMatching(/^No test runs on a real node: [^\n]+\.\n$/)]);
  });
});
