import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { StatusWrite } from "@daemonscope/daemonset/records/records";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { expect, test } from "vitest";
import { startClusterWatch } from "./cluster-watch.ts";

const FOLDER = join(import.meta.dirname, "../../../../e2e/recordings");

interface Recorded {
  readonly resource: string;
  readonly line: string;
}
interface RawLine {
  readonly type: string;
  readonly object: {
    readonly metadata: {
      readonly name: string;
      readonly namespace: string;
      readonly generation?: number;
      readonly creationTimestamp?: string;
    };
    readonly status?: Readonly<Record<string, number>>;
  };
}

const recordings = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl.gz") && !name.startsWith("outages"));

test("recordings of a real control plane exist", () => {
  expect(recordings.length).toBeGreaterThanOrEqual(10);
});

/** Passes the exact output of a real control plane through reflectors, decoders and model. */
test.each(recordings)("C10 %s: every served status is in the log, in order, and derived equals reported at the end", async (name) => {
  const lines = gunzipSync(readFileSync(join(FOLDER, name)))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
  const linesOf = (resource: string) => lines.filter((line) => line.resource === resource).map((line) => `${line.line}\n`);
  const server = await startRawApiServer(({ path, isWatch, turn }, response) => {
    if (path === "/version") return response.end(JSON.stringify({ gitVersion: "v1.36.3", minor: "36" }));
    if (!isWatch) return response.end("ok");
    const resource = path.split("/").at(-1) ?? "";
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    const body = linesOf(resource);
    if (turn > 1) return undefined;
    const empty = `${JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: "1", annotations: { "k8s.io/initial-events-end": "true" } } } })}\n`;
    response.write(body.length === 0 ? empty : body.join(""));
    return undefined;
  });
  // Long after the last event, so that every minReadySeconds has elapsed.
  const model = new ClusterModel({ nowMs: Date.UTC(2100, 0, 1) });
  const writes: StatusWrite[] = [];
  let events = 0;
  const watch = startClusterWatch({
    transport: plainHttpTransport(server.url),
    emit: (event) => model.apply(event),
    pace: RETRY_POLICY,
    nowMs: () => Date.now(),
    random: () => 0.5,
    onChange: () => {
      events++;
    },
    onStatus: () => undefined,
    onGap: () => undefined,
    onProblem: (text) => {
      throw new Error(text);
    },
    onVersion: () => undefined,
  });
  const expected = lines.length - lines.filter((line) => line.line.includes('"type":"BOOKMARK"')).length;
  await watch.synced;
  for (let turn = 0; turn < 2000 && Object.values(watch.counts()).reduce((sum, { events: seen }) => sum + seen, 0) < lines.length; turn++)
    await new Promise((done) => setTimeout(done, 2));
  writes.push(...model.takeChanges().statusWrites);
  await watch.close();
  await server.close();
  expect(events).toBeGreaterThan(0);
  expect(expected).toBeGreaterThan(0);

  const served = linesOf("daemonsets").map((line) => JSON.parse(line) as RawLine);
  const sequence = (tuples: readonly string[]) => tuples.filter((tuple, at) => tuple !== tuples[at - 1]);
  for (const key of model.reading.daemonSetKeys()) {
    const expectedTuples = served
      .filter(
        ({ type, object }) => (type === "ADDED" || type === "MODIFIED") && `${object.metadata.namespace}/${object.metadata.name}` === key,
      )
      .map(({ object }) =>
        JSON.stringify([
          object.metadata.generation,
          object.status?.observedGeneration ?? 0,
          ...COUNT_FIELDS.map((field) => object.status?.[field] ?? 0),
        ]),
      );
    const derivedTuples = writes
      .filter((write) => write.key === key)
      .map(({ generation, observedGeneration, counts }) =>
        JSON.stringify([generation, observedGeneration, ...COUNT_FIELDS.map((field) => counts[field])]),
      );
    expect(sequence(derivedTuples)).toEqual(sequence(expectedTuples));
    const record = model.reading.daemonSetRecord(key);
    if (!name.startsWith("nodes-come-and-go")) expect(record?.disagreements).toEqual([]);
  }
});
