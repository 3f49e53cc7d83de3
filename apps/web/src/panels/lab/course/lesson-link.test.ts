import { expect, test } from "vitest";
import { lessonOf, withLesson } from "./lesson-link.ts";

test("the link of a lesson parses back to the lesson", () => {
  const link = withLesson("http://127.0.0.1:7373/nodes?group=zone", "labels");
  expect(lessonOf(new URL(link).search)).toBe("labels");
  expect(lessonOf(new URL(withLesson(link, "")).search)).toBe("");
  expect(withLesson(link, undefined)).toBe("http://127.0.0.1:7373/nodes?group=zone");
  expect(lessonOf("")).toBeUndefined();
});
