import { describe, expect, it } from "vitest";
import { withoutPrefixes } from "./without-prefixes.ts";

describe("keys without their prefixes", () => {
  it.each([
    ["lacks nvidia.com/gpu.present=true", "lacks gpu.present=true"],
    ["node-role.kubernetes.io/control-plane:NoSchedule not tolerated", "control-plane:NoSchedule not tolerated"],
    ["缺少 topology.kubernetes.io/zone=a", "缺少 zone=a"],
    ["不容忍a.example/b", "不容忍b"],
    ["affinity: a.io/x in (1,2)", "affinity: x in (1,2)"],
    ["eligible, tolerated", "eligible, tolerated"],
    ["10m / 1h", "10m / 1h"],
  ])("shortens %s to %s", (whole, short) => {
    expect(withoutPrefixes(whole)).toBe(short);
  });
});
