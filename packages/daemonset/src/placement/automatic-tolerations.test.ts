import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AUTOMATIC_TOLERATIONS, effectiveTolerations } from "./automatic-tolerations.ts";

const notReady = { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" };

it("P10 an automatic toleration replaces equal ones of the template, which lose their tolerationSeconds", () => {
  const merged = effectiveTolerations([{ ...notReady, tolerationSeconds: 5 }, { key: "a" }, { ...notReady, tolerationSeconds: 9 }], false);
  expect(merged).toHaveLength(8);
  expect(merged.slice(0, 3)).toEqual([notReady, { key: "a" }, notReady]);
});

it("P10 tolerates network-unavailable only with hostNetwork", () => {
  expect(effectiveTolerations([], true)).toHaveLength(7);
  expect(effectiveTolerations([], false)).toHaveLength(6);
});

it.each(["docs/concepts.md", "docs/zh-CN/concepts.md", "docs/zh-TW/concepts.md"])("P10 %s lists each automatic toleration", (doc) => {
  const text = readFileSync(join(import.meta.dirname, "../../../..", doc), "utf8");
  const rows = text.match(/^\| `node\.kubernetes\.io\/.*$/gm) ?? [];
  expect(
    rows.map((row) =>
      row
        .split("|")
        .slice(1, 5)
        .map((cell) => cell.trim().replaceAll("`", "")),
    ),
  ).toEqual(
    AUTOMATIC_TOLERATIONS.map(({ toleration: { key, effect }, since, onlyHostNetwork }) => [
      key,
      effect,
      since,
      onlyHostNetwork ? expect.stringContaining("hostNetwork") : "",
    ]),
  );
});
