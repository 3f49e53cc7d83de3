import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { architecturePicture, misplacedRooms, PICTURE } from "./architecture-picture.mjs";
import { floors } from "./folder-fences.mjs";
import { rooms } from "./rooms.mjs";

test("the picture of the architecture is what the fences' tables say: node scripts/architecture-picture.mjs draws it anew", () => {
  expect(readFileSync(PICTURE, "utf8")).toBe(architecturePicture());
});

test("each room and each folder of a floor is drawn", () => {
  const picture = architecturePicture();
  expect(Object.keys(rooms).filter((room) => !picture.includes(`>${room}<`))).toEqual([]);
  expect(
    Object.values(floors)
      .flat(2)
      .filter((folder) => !picture.includes(`>${folder}</text>`)),
  ).toEqual([]);
});

test("what would be drawn otherwise than the table has it is named", () => {
  const table = { ground: { rooms: [] }, house: { rooms: ["ground"] }, roof: { rooms: ["house"] }, shed: { rooms: [] } };
  expect(misplacedRooms(table, [{ stack: ["ground", "roof"] }, { stack: ["house"] }])).toEqual([
    "roof is drawn above ground, which it may not import",
    "roof may import house, and is not drawn above it",
    "house may import ground, and is not drawn above it",
    "shed is not drawn",
  ]);
});
