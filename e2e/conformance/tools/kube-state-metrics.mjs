// kube-state-metrics, with its default resources: its metrics of a DaemonSet's status equal those of `status` once both
// are settled.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { SERVER } from "../clusters.mjs";
import { endsWithUs } from "../ends-with-us.mjs";
import { run, until } from "./play.mjs";
import { NAMESPACE } from "./stage.mjs";

/** The field of `status` for each metric. */
const COUNTS = {
  desired_number_scheduled: "desiredNumberScheduled",
  current_number_scheduled: "currentNumberScheduled",
  number_ready: "numberReady",
  updated_number_scheduled: "updatedNumberScheduled",
  number_available: "numberAvailable",
  number_unavailable: "numberUnavailable",
  number_misscheduled: "numberMisscheduled",
};

function freePort() {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/**
 * Parses `kube_daemonset_status_number_ready{namespace="a",daemonset="b"} 3` and similar lines, by the name after
 * `kube_daemonset_status_`.
 */
function statusOf(text, daemonSet) {
  const lines = text.matchAll(/^kube_daemonset_status_(\w+)\{namespace="([^"]+)",daemonset="([^"]+)"\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines]
      .filter(([, , namespace, name]) => `${namespace}/${name}` === daemonSet)
      .map(([, count, , , value]) => [count, Number(value)]),
  );
}

export function steps({ binary }, { environment, kubectl, kubeconfig }) {
  let child;
  let log = "";
  let url;
  const scrape = async () => (await fetch(url)).text();
  const readServed = async () => {
    const text = await run(process.execPath, [SERVER, "status", "-A", "-o", "json", "--kubeconfig", kubeconfig], { environment });
    return JSON.parse(text);
  };
  const agree = async (holds) => {
    await until(
      async () => [await readServed(), await scrape()],
      ([sets, text]) => {
        assert.ok(sets.length > 0);
        for (const set of sets) {
          const metrics = statusOf(text, `${set.namespace}/${set.name}`);
          for (const [metric, count] of Object.entries(COUNTS)) assert.equal(metrics[metric], set.reported[count], `${set.name} ${metric}`);
          assert.equal(metrics.observed_generation, set.observedGeneration, `${set.name} observed_generation`);
        }
        holds(statusOf(text, `${NAMESPACE}/agent`));
      },
    );
  };
  return [
    [
      "starts with its default resources",
      async () => {
        const port = await freePort();
        const args = ["--kubeconfig", kubeconfig, "--host", "127.0.0.1", "--port", String(port), "--telemetry-host", "127.0.0.1"];
        child = endsWithUs(
          spawn(binary, [...args, "--telemetry-port", String(await freePort())], {
            env: environment,
            stdio: ["ignore", "pipe", "pipe"],
          }),
        );
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (part) => {
            log += part;
          });
        url = `http://127.0.0.1:${port}/metrics`;
        await until(scrape, (text) => assert.match(text, /^kube_daemonset_status_desired/m));
      },
    ],
    ["kube_daemonset_status_* at rest", () => agree(({ number_available }) => assert.equal(number_available, 3))],
    [
      "… of a rollout that is stuck",
      async () => {
        await kubectl(`-n ${NAMESPACE} set image ds/agent agent=agent:non-existent`);
        await agree(({ number_available, updated_number_scheduled, number_unavailable }) =>
          assert.deepEqual([number_available, updated_number_scheduled, number_unavailable], [2, 1, 1]),
        );
      },
    ],
    [
      "… when it is undone",
      async () => {
        await kubectl(`-n ${NAMESPACE} rollout undo ds/agent`);
        await kubectl(`-n ${NAMESPACE} rollout status ds/agent --timeout=60s`);
        await agree(({ number_available, updated_number_scheduled }) =>
          assert.deepEqual([number_available, updated_number_scheduled], [3, 3]),
        );
      },
    ],
    [
      "its log has no refusal",
      () => {
        child.kill("SIGTERM");
        assert.doesNotMatch(log, /could not find the requested resource|[Ff]ailed to (?:list|watch)|forbidden|^E\d{4} /m);
      },
    ],
  ];
}
