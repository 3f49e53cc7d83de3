import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { aDaemonSet, aRevision } from "../model/objects.fixture.ts";
import { rolloutHistoryText } from "./rollout-history.ts";

interface RevisionParts {
  readonly revision: number;
  readonly cause?: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

function revisionWith({ revision, cause, name, labels }: RevisionParts): KubeControllerRevision {
  const base = aRevision("a", revision);
  return {
    ...base,
    metadata: {
      ...base.metadata,
      name: name ?? base.metadata.name,
      labels: labels ?? { app: "agent", ...base.metadata.labels },
      ...(cause === undefined ? {} : { annotations: { "kubernetes.io/change-cause": cause } }),
    },
  };
}

const history = (...revisions: readonly RevisionParts[]) => rolloutHistoryText(aDaemonSet("a"), revisions.map(revisionWith));

test.each<readonly [string, readonly RevisionParts[], string]>([
  ["none", [], "No rollout history found.\n"],
  ["one without a cause", [{ revision: 1 }], "REVISION  CHANGE-CAUSE\n1         <none>\n\n"],
  ["an empty cause is none", [{ revision: 1, cause: "" }], "REVISION  CHANGE-CAUSE\n1         <none>\n\n"],
  [
    "sorted by number, regardless of the input order",
    [{ revision: 10, cause: "ten" }, { revision: 2, cause: "two words" }, { revision: 9 }],
    "REVISION  CHANGE-CAUSE\n2         two words\n9         <none>\n10        ten\n\n",
  ],
  [
    "after an undo the numbers have a gap",
    [{ revision: 2 }, { revision: 3, cause: "as it was" }],
    "REVISION  CHANGE-CAUSE\n2         <none>\n3         as it was\n\n",
  ],
  [
    "the last by name of two with one number",
    [
      { revision: 1, name: "a-z", cause: "z" },
      { revision: 1, name: "a-b", cause: "b" },
    ],
    "REVISION  CHANGE-CAUSE\n1         z\n\n",
  ],
  [
    "a number wider than the heading widens the column",
    [{ revision: 12345678901 }, { revision: 1 }],
    "REVISION     CHANGE-CAUSE\n1            <none>\n12345678901  <none>\n\n",
  ],
  [
    "a cause of two lines breaks the table, as in kubectl",
    [{ revision: 1, cause: "one\ntwo" }, { revision: 12345678901 }],
    "REVISION  CHANGE-CAUSE\n1         one\ntwo\n12345678901  <none>\n\n",
  ],
  [
    "a revision that the selector does not match is not listed",
    [{ revision: 1 }, { revision: 2, labels: { app: "other" } }],
    "REVISION  CHANGE-CAUSE\n1         <none>\n\n",
  ],
])("R15 kubectl rollout history: %s", (_name, revisions, expected) => {
  expect(history(...revisions)).toBe(`daemonset.apps/a \n${expected}`);
});
