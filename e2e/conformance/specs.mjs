// Kubernetes' own specs of DaemonSets and ControllerRevisions, with default flags.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtSpecs } from "./build.mjs";
import { SIZES } from "./clusters.mjs";
import { endsWithUs } from "./ends-with-us.mjs";

const FOCUS = "\\[sig-apps\\] (Daemon set|ControllerRevision)";

/** Returns the result of each spec, ordered by text. If the suite ended without a report, it is one failed line. */
export function playSpecs({ kubeconfig, folder, size }) {
  const report = join(folder, "report.json");
  const flags = ["-kubeconfig", kubeconfig, "-ginkgo.no-color", `-ginkgo.focus=${FOCUS}`, `-ginkgo.json-report=${report}`];
  const { taints } = SIZES[size];
  if (taints.length > 0) flags.push(`-non-blocking-taints=${taints.join(",")}`);
  const child = endsWithUs(spawn(builtSpecs(), flags, { stdio: ["ignore", "pipe", "pipe"] }));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      output += part;
    });
  return new Promise((done) => {
    child.once("exit", () => {
      try {
        const reports = JSON.parse(readFileSync(report, "utf8")).flatMap(({ SpecReports }) => SpecReports);
        const executed = reports.filter(({ LeafNodeType, State }) => LeafNodeType === "It" && State !== "skipped");
        const results = executed.map(({ LeafNodeText, State, Failure }) => ({ what: LeafNodeText, outcome: State, why: Failure?.Message }));
        done(results.sort((a, b) => (a.what < b.what ? -1 : 1)));
      } catch {
        done([{ what: "the suite", outcome: "did not run", why: output.slice(-4000) }]);
      }
    });
  });
}
