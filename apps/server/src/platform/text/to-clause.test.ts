import { expect, it } from "vitest";
import { toClause } from "./to-clause.ts";

it.each([
  ["There is no command.", "there is no command"],
  ["File A.yaml is a folder: name a file in it.", "file A.yaml is a folder: name a file in it"],
  ["A step is empty.", "a step is empty"],
  ["DaemonSet x is gone.", "DaemonSet x is gone"],
  ["API server", "API server"],
  ["Kubernetes 1.20 is too old.", "Kubernetes 1.20 is too old"],
  ["--at requires --from FILE", "--at requires --from FILE"],
  ["wait for it...", "wait for it..."],
])("%s continues as %s", (message, clause) => {
  expect(toClause(message)).toBe(clause);
});
