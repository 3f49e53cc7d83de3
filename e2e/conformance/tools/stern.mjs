// stern: logs of the pods of a DaemonSet, including pods that are created while it runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { endsWithUs } from "../ends-with-us.mjs";
import { NO_LOGS, run, until } from "./play.mjs";
import { NAMESPACE } from "./stage.mjs";

const PODS = 3;

export function steps({ binary }, { environment, kubectl, hasLogs }) {
  const args = ["ds/agent", "-n", NAMESPACE, "--color", "never"];
  const startStern = () => {
    const child = endsWithUs(spawn(binary, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] }));
    const seen = { child, stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"])
      child[stream].on("data", (part) => {
        seen[stream] += part;
      });
    return seen;
  };
  const podsIn = (text, pattern) => new Set([...text.matchAll(pattern)].map(([, pod]) => pod)).size;
  const follows = async () => {
    if (!hasLogs) return NO_LOGS;
    const seen = startStern();
    try {
      await until(
        () => podsIn(seen.stderr, /^\+ (agent-\w+) › agent$/gm),
        (pods) => assert.equal(pods, PODS, seen.stderr),
      );
      await kubectl(`-n ${NAMESPACE} rollout restart ds/agent`);
      await until(
        () => podsIn(seen.stderr, /^\+ (agent-\w+) › agent$/gm),
        (pods) => assert.equal(pods, 2 * PODS, seen.stderr),
      );
      await until(
        () => podsIn(seen.stdout, /^(agent-\w+) agent agent: ready$/gm),
        (pods) => assert.equal(pods, 2 * PODS, seen.stdout),
      );
      await kubectl(`-n ${NAMESPACE} rollout status ds/agent --timeout=60s`);
    } finally {
      seen.child.kill("SIGTERM");
    }
  };
  return [
    [
      "the logs that there are",
      async () => {
        if (!hasLogs) return NO_LOGS;
        const text = await run(binary, [...args, "--no-follow"], { environment });
        assert.equal(podsIn(text, /^(agent-\w+) agent agent: ready$/gm), PODS, text);
        return undefined;
      },
    ],
    ["follows a rollout's pods", follows],
  ];
}
