import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { STORIES } from "../long/story-moments.ts";
import { readStoryRows, type StoryRow, withStoryRows, writeStoryRows } from "../story-rows.ts";

const document = readFileSync(join(import.meta.dirname, "..", "..", "docs", "stories.md"), "utf8");

const row = (more: Partial<StoryRow>): StoryRow => ({
  id: "T1",
  afterMs: 65_000,
  path: "/daemonsets/a/b?node=c",
  headline: "STUCK …: a | b",
  answer: "",
  actions: [],
  ...more,
});
const undo = { title: "Undo", effect: "All pods.", lines: ["kubectl rollout undo ds/b", "a | b"] };

it("reads the table that it writes", () => {
  const rows = [row({ answer: "No pod." }), row({ actions: [undo, { title: "Pause", effect: "", lines: ["x"] }] })];
  expect(readStoryRows(`# Text\n\n${writeStoryRows(rows)}`)).toEqual(rows);
  expect(writeStoryRows(rows)).toContain("| T1 +1:05 `/daemonsets/a/b?node=c`<br>STUCK …: a \\| b<br>No pod. |  |");
});

it("writes the title instead of an action that an earlier row of the story has", () => {
  const rows = [row({ actions: [undo] }), row({ actions: [undo] }), row({ id: "T2", actions: [undo] })];
  const text = writeStoryRows(rows);
  expect(text.match(/All pods/g)).toHaveLength(2);
  expect(text).toContain("| **Undo** |");
  expect(readStoryRows(text)).toEqual(rows);
});

it("writes an action again if only its title is the same", () => {
  const rows = [row({ actions: [undo] }), row({ actions: [{ ...undo, effect: "One pod." }] })];
  expect(readStoryRows(writeStoryRows(rows))).toEqual(rows);
});

it("rejects a row that it does not write", () => {
  expect(() => readStoryRows(`${writeStoryRows([row({})])}| T1 | x |\n`)).toThrow("not a row of a story: | T1 | x |");
});

it("docs/stories.md contains each moment of each story as written", () => {
  const rows = readStoryRows(document);
  expect(rows.map(({ id, afterMs, path }) => ({ id, afterMs, path }))).toEqual(
    STORIES.flatMap(({ id, moments }) => moments.map((moment) => ({ id, ...moment }))),
  );
  expect(withStoryRows(document, rows)).toBe(document);
});
