// Demands a case for each kind of cause: a cluster that must show it, in kind-cases.fixture.ts. A test of the patterns
// alone (classify.test.ts) does not count, because it does not show that the evidence reaches the model. Exits 1 with
// a line for each problem.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const UNION = /export type CauseKind =(?<kinds>[\s\S]*?);/;
const MEMBER = /\|\s*"(\w+)"/g;
/** The cases. each-kind.test.ts checks that each shows its kind. */
const CASES = "apps/server/src/cli/cases/kind-cases.fixture.ts";
/** The expected kind of a case: `kind: "quotaExceeded"`. */
const EXPECTED = /\bkind: "(\w+)"/g;

/** Kinds that need no case, and the reason. */
export const WITHOUT_CASE = {
  failing: "nothing derives it any more",
};

/** Returns the kinds of the table, from the source of its type. */
export function kindsIn(source) {
  const { kinds = "" } = UNION.exec(source)?.groups ?? {};
  return [...kinds.matchAll(MEMBER)].map(([, kind]) => kind);
}

/** Returns the problems, a sentence each. `cases`: the texts of the files with cases. */
export function causeProblems(source, cases, withoutCase = WITHOUT_CASE) {
  const kinds = kindsIn(source);
  if (kinds.length === 0) return ["cause-fact.ts has no kinds that can be read"];
  const expected = new Set(cases.flatMap((text) => [...text.matchAll(EXPECTED)].map(([, kind]) => kind)));
  return [
    ...kinds.filter((kind) => !expected.has(kind) && !Object.hasOwn(withoutCase, kind)).map((kind) => `${kind} has no case`),
    ...Object.keys(withoutCase).flatMap((kind) => {
      if (!kinds.includes(kind)) return [`${kind} needs no case, but is no kind`];
      return expected.has(kind) ? [`${kind} needs no case, but has one`] : [];
    }),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = resolve(import.meta.dirname, "../..");
  const read = (path) => readFileSync(join(root, path), "utf8");
  const problems = causeProblems(read("packages/daemonset/src/records/cause-fact.ts"), [read(CASES)]);
  for (const problem of problems) console.error(`causes: ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log("causes: each kind has a case");
}
