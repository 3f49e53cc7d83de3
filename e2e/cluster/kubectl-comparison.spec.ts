import { stableJson } from "@daemonscope/kube/values/stable-json";
import { expect, test } from "@playwright/test";
import type { CommandResult } from "./control-plane.ts";
import { KEPT_OBJECTS } from "./kubectl-comparison/accepted-kept-objects.ts";
import { ACCEPTED_POD_SPECS } from "./kubectl-comparison/accepted-pod-specs.ts";
import { COMMANDS, type ComparedCommand } from "./kubectl-comparison/commands.ts";
import { EDGE_POD, EDGE_REQUESTS } from "./kubectl-comparison/edge-requests.ts";
import { NAMED_DIFFERENCES, type NamedDifference, REASONS } from "./kubectl-comparison/named-differences.ts";
import { normalise } from "./kubectl-comparison/normalise.ts";
import { REFUSALS, refusalIn } from "./kubectl-comparison/refusals.ts";
import { REFUSED_TEMPLATES, WAITING_POD } from "./kubectl-comparison/refused-templates.ts";
import { REQUESTS } from "./kubectl-comparison/requests.ts";
import {
  type KubectlCluster,
  type RawAnswer,
  type RawRequest,
  startTwoClusters,
  type TwoClusters,
} from "./kubectl-comparison/two-clusters.ts";
import { WARNED } from "./kubectl-comparison/warned-objects.ts";

let clusters: TwoClusters;
test.beforeAll(async () => {
  clusters = await startTwoClusters();
});
test.afterAll(() => clusters.stop());

const manifest = (name: string) =>
  JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name },
    spec: {
      selector: { matchLabels: { a: name } },
      updateStrategy: { rollingUpdate: { maxUnavailable: "100%" } },
      template: { metadata: { labels: { a: name } }, spec: { containers: [{ name: "agent", image: "agent:1" }] } },
    },
  });

interface Owner {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: unknown;
}

/** Returns the owners of fields, without the controllers' writes to the status. */
function ownersIn(json: string): readonly string[] {
  const { metadata } = JSON.parse(json) as { readonly metadata: { readonly managedFields?: readonly Owner[] } };
  return (metadata.managedFields ?? [])
    .filter(({ subresource }) => subresource === undefined)
    .map(({ manager, operation, fieldsV1 }) => `${manager} ${operation} ${JSON.stringify(fieldsV1)}`)
    .sort();
}

function comparableLines({ compared }: ComparedCommand, { code, stdout, stderr }: CommandResult): readonly string[] {
  if (compared === "nothing") return [];
  if (compared === "owners") return ownersIn(stdout);
  const out = normalise(stdout);
  const lines = compared === "last line" ? out.slice(-1) : compared === "lines" ? [...out].sort() : out;
  const errors = normalise(stderr);
  return [`exit ${code}`, ...lines, ...(compared === "lines" ? [...errors].sort() : errors)];
}

const without = (lines: readonly string[], differences: readonly NamedDifference[]) =>
  lines.filter((line) => !differences.some((difference) => difference.lines.test(line)));

test("kubectl prints the same for the simulator and a real control plane", async () => {
  const unmet = new Set(NAMED_DIFFERENCES);
  for (const [at, command] of COMMANDS.entries())
    await test.step(command.args, async () => {
      const args = command.args.split(" ");
      const [real, simulated] = await Promise.all([
        clusters.real.kubectl(args, command.input),
        clusters.simulated.kubectl(args, command.input),
      ]);
      const [realResult, simulatedResult] = [comparableLines(command, real), comparableLines(command, simulated)];
      const named = NAMED_DIFFERENCES.filter(({ commands }) => commands.test(command.args));
      for (const difference of named) {
        const others = named.filter((other) => other !== difference);
        if (JSON.stringify(without(realResult, others)) !== JSON.stringify(without(simulatedResult, others))) unmet.delete(difference);
      }
      expect.soft(without(simulatedResult, named), `${at}: kubectl ${command.args}`).toEqual(without(realResult, named));
    });
  expect(
    [...unmet].map(({ id, commands }) => `${id} (${REASONS[id]}): ${commands.source}`),
    "every named difference is still one",
  ).toEqual([]);
});

test("kubectl get --watch has the same columns, and ends with the same row", async () => {
  const rows = async ({ kubectl }: KubectlCluster) => {
    const watching = kubectl(["get", "ds", "watched", "--watch", "--request-timeout=7s"]);
    const changed = await kubectl(["set", "image", "ds/watched", "agent=agent:2"]);
    const done = await kubectl(["rollout", "status", "ds/watched", "--timeout=60s"]);
    const { code, stdout } = await watching;
    const lines = normalise(stdout);
    return [changed.code, done.code, code, lines[0], lines.at(-1)];
  };
  for (const { kubectl } of [clusters.real, clusters.simulated]) {
    expect((await kubectl(["create", "-f", "-"], manifest("watched"))).code).toBe(0);
    expect((await kubectl(["rollout", "status", "ds/watched", "--timeout=60s"])).code).toBe(0);
  }
  const [realResult, simulatedResult] = await Promise.all([rows(clusters.real), rows(clusters.simulated)]);
  expect(simulatedResult).toEqual(realResult);
  expect(simulatedResult.slice(3)).toEqual([
    expect.stringMatching(/^NAME DESIRED/),
    expect.stringMatching(/^watched (\d) \1 \1 \1 \1 <none> AGE$/),
  ]);
});

test("the API accepts the pod templates that the real one accepts, and sets the same defaults", async () => {
  for (const podSpec of ACCEPTED_POD_SPECS) {
    const selector = { matchLabels: { a: "b" } };
    const request = {
      method: "POST",
      path: "/apis/apps/v1/namespaces/default/daemonsets?dryRun=All",
      contentType: "application/json",
      body: JSON.stringify({
        metadata: { name: "tried" },
        spec: { selector, template: { metadata: { labels: { a: "b" } }, spec: podSpec } },
      }),
    };
    const accepted = async ({ ask }: KubectlCluster) => {
      const { code, body } = await ask(request);
      return [`code ${code}`, code === 201 ? (JSON.parse(body) as { readonly spec: unknown }).spec : body];
    };
    const [realResult, simulatedResult] = await Promise.all([accepted(clusters.real), accepted(clusters.simulated)]);
    expect.soft(realResult[0], `taken: ${request.body}`).toBe("code 201");
    expect.soft(simulatedResult, request.body).toEqual(realResult);
  }
});

/** Returns an object without the field at a path, and without null fields. */
function withoutField(object: unknown, [field, ...rest]: readonly string[]): unknown {
  if (typeof object !== "object" || object === null || Array.isArray(object)) return object;
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key, value]) => value !== null && (key !== field || rest.length > 0))
      .map(([key, value]) => [key, withoutField(value, key === field ? rest : [])]),
  );
}

const ASSIGNED_FIELDS = ["metadata.uid", "metadata.creationTimestamp", "metadata.managedFields"];

test("the API sets the same defaults as the real one in kinds without a controller", async () => {
  for (const { path, object, ignored = [] } of KEPT_OBJECTS) {
    const body = JSON.stringify({ ...object, metadata: { name: "a", ...(object.metadata ?? {}) } });
    const accepted = async ({ ask }: KubectlCluster) => {
      const answer = await ask({ method: "POST", path: `${path}?dryRun=All`, contentType: "application/json", body });
      const compared = [...ASSIGNED_FIELDS, ...ignored].reduce<unknown>(
        (rest, field) => withoutField(rest, field.split(".")),
        JSON.parse(answer.body),
      );
      return [`code ${answer.code}`, compared];
    };
    const [realResult, simulatedResult] = await Promise.all([accepted(clusters.real), accepted(clusters.simulated)]);
    expect.soft(realResult[0], `taken: ${path} ${body}`).toBe("code 201");
    expect.soft(simulatedResult, `${path} ${body}`).toEqual(realResult);
  }
});

/** Returns the object after a field's name in a text, unparsed. */
function rawObject(text: string, field: string): string {
  const from = text.indexOf(`"${field}":{`) + field.length + 3;
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth === 0 && token === "}") return text.slice(from, from + index + 1);
  }
  return "";
}

test("S30 the content of a revision is identical, byte for byte", async () => {
  const template = {
    metadata: { labels: { a: "bytes", "10": "b", "9": "c" }, annotations: {} },
    spec: {
      hostNetwork: false,
      containers: [
        {
          name: "agent",
          image: "agent:1",
          command: ["sh", "-c", "a && b > c < d \u2028 é \u0001"],
          args: [],
          env: [{ name: "G", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }],
          resources: { limits: { cpu: "1.0", memory: "1024Mi" }, requests: { cpu: 0.5, memory: "0.5Gi" } },
        },
      ],
    },
  };
  const set = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "bytes" },
    spec: { selector: { matchLabels: { a: "bytes" } }, template },
  };
  const bytes = async ({ kubectl, ask }: KubectlCluster) => {
    expect((await kubectl(["create", "-f", "-"], JSON.stringify(set))).code).toBe(0);
    const path = "/apis/apps/v1/namespaces/default/controllerrevisions?labelSelector=a%3Dbytes";
    let text = "";
    await expect.poll(async () => (text = rawObject((await ask({ method: "GET", path })).body, "data")), { timeout: 20_000 }).not.toBe("");
    return text;
  };
  expect(await bytes(clusters.simulated)).toBe(await bytes(clusters.real));
});

/** Sends each request to both servers, and compares the answers. */
async function compareAnswers(requests: readonly RawRequest[]): Promise<void> {
  for (const request of requests) {
    const [real, simulated] = await Promise.all([clusters.real.ask(request), clusters.simulated.ask(request)]);
    const what = `${request.method} ${request.path} ${request.contentType ?? ""} ${request.body ?? ""}`;
    const whole = ({ code, body }: RawAnswer) => [`code ${code}`, ...normalise(body.startsWith("{") ? stableJson(JSON.parse(body)) : body)];
    expect.soft(whole(simulated), what).toEqual(whole(real));
    if (REFUSED_TEMPLATES.includes(request)) expect.soft([400, 403, 422], `refused: ${what}`).toContain(real.code);
  }
}

test("the API refuses what the real one refuses, with the same message", async () => {
  for (const { kubectl } of [clusters.real, clusters.simulated])
    for (const text of [manifest("agent"), WAITING_POD]) expect((await kubectl(["apply", "-f", "-"], text)).code).toBe(0);
  await compareAnswers(REQUESTS);
});

test("the API handles edge cases like the real one, with the same message", async () => {
  for (const { kubectl } of [clusters.real, clusters.simulated]) {
    expect((await kubectl(["apply", "-f", "-"], manifest("agent"))).code).toBe(0);
    expect((await kubectl(["create", "-f", "-"], JSON.stringify(EDGE_POD))).code).toBe(0);
  }
  await compareAnswers(EDGE_REQUESTS);
});

/**
 * The real admission plugin receives a new default priority class with a delay, and accepts a second one until then.
 */
async function waitForDefaultClass(request: RawRequest): Promise<void> {
  const second = (request.body ?? "").replace('"usual"', '"second"');
  const tried = async () => (await clusters.real.ask({ ...request, path: `${request.path}?dryRun=All`, body: second })).code;
  await expect.poll(tried, { timeout: 20_000 }).toBe(403);
}

test("the API rejects invalid objects like the real one", async () => {
  for (const request of REFUSALS) {
    const [real, simulated] = await Promise.all([clusters.real.ask(request), clusters.simulated.ask(request)]);
    const what = `${request.method} ${request.path} ${(request.body ?? "").slice(0, 400)}`;
    expect.soft(refusalIn(simulated), what).toEqual(refusalIn(real));
    if (real.code === 201 && (request.body ?? "").includes('"globalDefault":true')) await waitForDefaultClass(request);
  }
});

test("the API returns the same warnings for accepted objects, in the same order", async () => {
  for (const request of WARNED) {
    const [real, simulated] = await Promise.all([clusters.real.ask(request), clusters.simulated.ask(request)]);
    expect.soft(real.code, `taken: ${request.body}`).toBe(201);
    expect.soft([simulated.code, ...simulated.warnings], request.body).toEqual([real.code, ...real.warnings]);
  }
});
