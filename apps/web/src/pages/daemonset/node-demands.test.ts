import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { mountTexts, portTexts, requestTexts } from "./node-demands.ts";

const { t } = createTranslator();
const exporter = {
  name: "exporter",
  image: "i",
  requests: { cpu: "100m", memory: "128Mi" },
  ports: [
    { containerPort: 9100, hostPort: 9100 },
    { containerPort: 53, protocol: "UDP" },
  ],
  hostMounts: [
    { hostPath: "/dev", path: "/dev" },
    { hostPath: "/", path: "/host", readOnly: true as const },
  ],
};

it("T5 lists what a DaemonSet uses of its nodes: resources, ports and paths", () => {
  const one = { containers: [exporter] };
  expect(requestTexts(one)).toEqual(["cpu 100m, memory 128Mi"]);
  expect(portTexts(one)).toEqual(["9100/TCP ← 9100", "53/UDP"]);
  expect(mountTexts(one, t)).toEqual(["/dev", "/ → /host (read-only)"]);
});

it("names the containers if there are several, and omits those without requests", () => {
  const two = { containers: [exporter, { name: "sidecar", image: "i" }] };
  expect(requestTexts(two)).toEqual(["exporter: cpu 100m, memory 128Mi"]);
});
