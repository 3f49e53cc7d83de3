import { expect, test } from "vitest";
import { revisionSpans, spansWithAge } from "./revision-spans.ts";

const revision = (number: number, createdAtMs: number, current = false) => ({
  hash: `h${number}`,
  revision: number,
  createdAtMs,
  current,
  nodes: 1,
});

test("each revision is current until the next one, the newest first", () => {
  const revisions = [revision(1, 0), revision(3, 75, true), revision(2, 25)];
  expect(revisionSpans({ revisions, revisionSinceMs: 75 }, 100)).toEqual([
    { revision: 3, from: 0.75, to: 1, ageMs: 25, isCurrent: true },
    { revision: 2, from: 0.25, to: 0.75, ageMs: 75, isCurrent: false },
    { revision: 1, from: 0, to: 0.25, ageMs: 100, isCurrent: false },
  ]);
});

test("a revision that returned begins with its return", () => {
  const revisions = [revision(3, 0, true), revision(2, 50)];
  expect(revisionSpans({ revisions, revisionSinceMs: 90 }, 150).map(({ revision: each, from, to }) => [each, from, to])).toEqual([
    [3, 0.4, 1],
    [2, 0, 0.4],
  ]);
  const both = [{ ...revision(3, 0), start: { returnedAtMs: 20 } }, revision(4, 60, true), revision(2, 10)];
  expect(revisionSpans({ revisions: both, revisionSinceMs: 60 }, 110).map((span) => [span.revision, span.from])).toEqual([
    [4, 0.5],
    [3, 0.1],
    [2, 0],
  ]);
});

test("a start in the future and more than four revisions are left out", () => {
  expect(revisionSpans({ revisions: [revision(1, 200, true)], revisionSinceMs: undefined }, 100)).toEqual([]);
  const many = [1, 2, 3, 4, 5, 6].map((number) => revision(number, number, number === 6));
  expect(revisionSpans({ revisions: many, revisionSinceMs: 6 }, 10).map((span) => span.revision)).toEqual([6, 5, 4, 3]);
});

test("the axis has the ages that do not touch each other or its end", () => {
  const revisions = [revision(1, 0), revision(2, 5), revision(3, 50), revision(4, 95, true)];
  const shown = spansWithAge(revisionSpans({ revisions, revisionSinceMs: 95 }, 100));
  expect(shown.map(({ ageMs }) => ageMs)).toEqual([100, 50]);
});
