import { expect, it } from "vitest";
import { guessSection } from "./guess-section.ts";

it.each([
  ["/revisions", "changes"],
  ["/revision/", "changes"],
  ["/revsions", "changes"],
  ["/logs", "logs"],
  ["/log", "logs"],
  ["/yaml", "yaml"],
  ["/nodez", undefined],
  ["/x", undefined],
  ["/taint", undefined],
  ["/node", undefined],
  ["/daemonset", undefined],
  ["/event", undefined],
  ["/revisions/x", undefined],
])("%s suggests the section %s of a DaemonSet", (path, section) => {
  expect(guessSection(path)).toBe(section);
});
