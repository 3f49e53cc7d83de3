import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { architecturePicture, misplacedPackages, PICTURE } from "./architecture-picture.mjs";
import { packages } from "./checks/packages.mjs";

test("the picture of the architecture matches the table of packages; node scripts/architecture-picture.mjs redraws it", () => {
  expect(readFileSync(PICTURE, "utf8")).toBe(architecturePicture());
});

test("the picture has each package and each folder of a layer", () => {
  const picture = architecturePicture();
  expect(Object.keys(packages).filter((path) => !picture.includes(`>${path}<`))).toEqual([]);
  expect(
    Object.values(packages)
      .flatMap(({ layers }) => (layers ?? []).flat())
      .filter((folder) => !picture.includes(`>${folder}</text>`)),
  ).toEqual([]);
});

test("a package that is drawn differently from the table is reported", () => {
  const table = { ground: { packages: [] }, house: { packages: ["ground"] }, roof: { packages: ["house"] }, shed: { packages: [] } };
  expect(misplacedPackages(table, [{ stack: ["ground", "roof"] }, { stack: ["house"] }])).toEqual([
    "roof may import house, and is not drawn above it",
    "house may import ground, and is not drawn above it",
    "shed is not drawn",
  ]);
});
