import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

test.each(["prometheus/alerts.yaml", "grafana/dashboard.json"])(
  "the chart's copy of %s equals its source: cp deploy/%s deploy/helm/daemonscope/files/",
  (file) => {
    // Helm reads no file outside a chart, and not every archive format keeps links.
    expect(read(`deploy/helm/daemonscope/files/${file.split("/")[1]}`)).toBe(read(`deploy/${file}`));
  },
);
