import { expect, it, test } from "vitest";
import { commonVersion, compareVersions } from "./agent-version.ts";
import { agentVersionOf } from "./image-version.ts";

test.each([
  ["cr.fluentbit.io/fluent/fluent-bit:3.1.9", "3.1.9"],
  ["fluent-bit:3.1", "3.1"],
  ["localhost:5000/a/agent", "latest"],
  ["localhost:5000/a/agent:v2", "v2"],
  ["agent@sha256:0123456789abcdef", "0123456"],
  ["agent:1.2@sha256:0123456789abcdef", "1.2"],
  ["", "latest"],
])("%s has the version %s", (image, version) => {
  expect(agentVersionOf(image)).toBe(version);
});

test.each<[string, string, -1 | 0 | 1]>([
  ["3.0", "3.1", -1],
  ["v1.9.2", "v1.10.0", -1],
  ["1.31.2", "1.30.14", 1],
  ["3.2-rc1", "3.2", -1],
  ["3.2-rc1", "3.1", 1],
  ["2024.11.1-hotfix", "2024.11.1", 0],
  ["latest", "3.1", 0],
  ["stable", "edge", 0],
])("compares %s with %s", (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});

it("uses the newest version that at least two clusters want as the common one, not a trial", () => {
  expect(commonVersion(["3.0", "3.0", "3.1", "3.1", "3.2-rc1"])).toBe("3.1");
  expect(commonVersion(["3.0", "3.0", "3.0", "3.1"])).toBe("3.0");
  expect(commonVersion(["3.0", "3.0", "3.1", "3.1"])).toBe("3.1");
  expect(commonVersion(["3.0", "3.1"])).toBe("3.1");
  expect(commonVersion(["3.2-rc1", "3.2-rc1"])).toBe("3.2-rc1");
  expect(commonVersion(["a1b2c3d", "latest", "latest"])).toBe("latest");
  expect(commonVersion([])).toBeUndefined();
});
