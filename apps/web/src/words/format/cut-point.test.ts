import { expect, it } from "vitest";
import { cutPoint } from "./cut-point.ts";

const parted = (text: string) => [text.slice(0, cutPoint(text)), text.slice(cutPoint(text))];

it.each([
  ["fluentd-elasticsearch-x7f2k", "fluentd-elasticsearch", "-x7f2k"],
  ["gke-prod-default-pool-8a7b6c5d-x1y2", "gke-prod-default-pool-8a7b6c5d", "-x1y2"],
  ["ip-10-0-1-23.eu-west-1.compute.internal", "ip-10-0-1-23.eu-west-1.compute", ".internal"],
  ["nvidia-driver-daemonset", "nvidia-driver", "-daemonset"],
  ["nvidia.com/gpu.present=true", "nvidia.com/gpu.present", "=true"],
  ["averyveryverylongnamewithoutparts", "averyveryverylongnamewitho", "utparts"],
  ["agent-averyveryverylonglastpart", "agent-averyveryverylongl", "astpart"],
  ["ends-with-a-dash-somewhere-", "ends-with-a-dash-som", "ewhere-"],
])("keeps both ends of %s", (text, head, tail) => {
  expect(parted(text)).toEqual([head, tail]);
});

it.each(["", "cilium", "general-a", "kube-system"])("shows “%s” whole", (text) => {
  expect(cutPoint(text)).toBe(text.length);
});

it("distinguishes names with the same beginning", () => {
  expect(parted("observability-log-shipper-linux-amd64")[1]).not.toBe(parted("observability-log-shipper-linux-arm64")[1]);
});

it("does not split a surrogate pair", () => {
  const [head = "", tail = ""] = parted(`${"a".repeat(20)}😀123456`);
  expect([head.at(-1), [...tail][0]]).toEqual(["a", "😀"]);
});
