import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

test("the chart's alerts are those of deploy/prometheus: cp deploy/prometheus/alerts.yaml deploy/helm/daemonscope/files/", () => {
  // Helm reads no file from outside a chart, and a link does not outlive every archive.
  expect(read("deploy/helm/daemonscope/files/alerts.yaml")).toBe(read("deploy/prometheus/alerts.yaml"));
});
