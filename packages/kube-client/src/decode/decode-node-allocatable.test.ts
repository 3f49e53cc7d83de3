import { expect, it } from "vitest";
import { nodeAllocatable } from "./decode-node-allocatable.ts";

it.each([
  [
    { cpu: "3920m", memory: "16393244Ki", pods: "110" },
    { cpuMillis: 3920, memoryBytes: 16_393_244 * 1024, pods: 110 },
  ],
  [
    { cpu: "4", memory: "7820955648", "ephemeral-storage": "10Gi", "hugepages-2Mi": "0" },
    { cpuMillis: 4000, memoryBytes: 7_820_955_648 },
  ],
  [{ pods: "1" }, { pods: 1 }],
  [{ pods: "0" }, { pods: 0 }],
  [
    {
      "nvidia.com/gpu": "8",
      "example.com/fpga": "2",
      "example.com/none": "0",
      "kubernetes.io/batch-cpu": "5",
      "requests.example.com/x": "1",
    },
    { extended: ["example.com/fpga", "nvidia.com/gpu"] },
  ],
  [{ cpu: "x", memory: "-1Gi", pods: 3 }, undefined],
  [{}, undefined],
])("the allocatable amounts of %j are %j", (quantities, expected) => {
  expect(nodeAllocatable(quantities)).toEqual(expected);
});
