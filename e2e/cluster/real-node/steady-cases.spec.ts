import { expect, test } from "@playwright/test";
import type { CaseName } from "../../real-node/cases.ts";
import { daemonscope } from "../daemonscope-command.ts";
import { realNodeMissing } from "./real-node.ts";
import { NAMESPACE, type Recording, record, type Sample } from "./recording.ts";
import type { PodEntry } from "./trace.ts";

// All cases run at once on one real node and are recorded. Each test then reads the recording. Tests check sequences,
// because kubelet adds random delays and a busy machine further ones.
test.skip(realNodeMissing !== undefined, realNodeMissing);
test.describe.configure({ mode: "serial" });

/** Cases whose containers end again and again. */
const CYCLING = [
  "bad-command",
  "start-hook",
  "init-crash",
  "sidecar-crash",
  "crash",
  "crash-log",
  "crash-fast",
  "two",
  "completed",
  "oom",
  "signal",
  "liveness",
  "startup",
] as const satisfies readonly CaseName[];
const EVICTED = ["evicted-well", "evicted-badly"] as const satisfies readonly CaseName[];
const RESTARTS = 4;
/** Commands that run at the same time. Most of them only wait. */
const WAITS_AT_ONCE = 4;
/** Evictions after which a loop is a loop (R18). */
const EVICTIONS = 3;

const textOf = ({ phase, ready, containers }: PodEntry): string => [phase, ready ? "Ready" : "not Ready", ...containers].join(", ");
const restartsOf = ({ containers }: PodEntry): number =>
  Math.max(0, ...containers.map((text) => Number(/ (\d+)(?: last:|$)/.exec(text)?.[1])));
const isRestarted = (times: number) => (entry: PodEntry) => restartsOf(entry) >= times;
const isEvictedAgain = ({ pod, phase }: PodEntry) => pod === EVICTIONS && phase === "Running";

let recording: Recording;
/** What `explain` prints about a case once this event has arrived. Asked during the recording, because the runtime ends
 *  a pull after five minutes without progress. */
const explained = new Map<CaseName, Promise<string>>();
const EXPLAINED: readonly (readonly [CaseName, RegExp])[] = [
  ["hangs", /^Normal Pulling /],
  // On a busy node the first probe may come before the container listens.
  ["unready", /^Warning Unhealthy Readiness probe failed: HTTP/],
];

async function explain({ cluster }: Recording, name: CaseName): Promise<string> {
  const { out } = await daemonscope(cluster.kubeconfig, "explain", `ds/${name}`, "-n", NAMESPACE, "--node=real-1");
  return out;
}

test.beforeAll(async () => {
  test.setTimeout(900_000);
  recording = await record((found) => {
    const { pods, events } = found;
    for (const [name, event] of EXPLAINED)
      if (!explained.has(name) && events(name).some((text) => event.test(text))) explained.set(name, explain(found, name));
    return CYCLING.every((name) => pods(name).some(isRestarted(RESTARTS))) && EVICTED.every((name) => pods(name).some(isEvictedAgain));
  });
});
test.afterAll(async () => recording?.stop());

/** Expects the texts to contain a match of each pattern, in this order. */
function expectInOrder(what: string, texts: readonly string[], patterns: readonly RegExp[]): void {
  let from = 0;
  for (const pattern of patterns) {
    const found = texts.findIndex((text, index) => index >= from && pattern.test(text));
    expect.soft(found, `${what}: ${pattern} comes next in\n${texts.slice(from).join("\n")}`).toBeGreaterThanOrEqual(0);
    from = found + 1;
  }
}

interface Row {
  readonly name: CaseName;
  /** States of the pods, in this order. Only states that last or return, because a busy kubelet reports late. */
  readonly states: readonly RegExp[];
  readonly events?: readonly RegExp[];
  /** The product's last verdict; omitted where it changes with each cycle. */
  readonly verdict?: RegExp;
  readonly message?: RegExp;
  /** The exit code of `wait`. */
  readonly wait?: number;
}

const running = /^Running, Ready, main running \d$/;
const creating = /^Pending, not Ready, main waiting ContainerCreating 0$/;
const backOff = (last: string) => new RegExp(`main waiting CrashLoopBackOff \\d+ last:${last}`);
/** A container without a readiness probe, which ends by itself. */
const ends = (last: string, name = "main"): readonly RegExp[] => [
  new RegExp(`^Running, Ready.*${name} running \\d`),
  new RegExp(`^Running, not Ready.*${name} terminated ${last}`),
  new RegExp(`^Running, not Ready.*${name} waiting CrashLoopBackOff \\d+ last:${last}`),
  new RegExp(`^Running, Ready.*${name} running \\d+ last:${last}`),
];
const cannotPull = (status: RegExp, name: CaseName): Row => ({
  name,
  states: [/main waiting ErrImagePull 0$/, /main waiting ImagePullBackOff 0$/],
  events: [/^Normal Pulling Pulling image/, status, /^Warning Failed Error: ErrImagePull$/, /^Normal BackOff Back-off pulling image/],
  verdict: /^stuck$/,
  message: /cannot be pulled|not found/,
  wait: 3,
});
const rejected = (name: CaseName, reason: string): Row => ({
  name,
  // Kubelet writes neither conditions nor container statuses.
  states: [new RegExp(`^Failed/${reason}, not Ready$`), /^Pending, not Ready$/, new RegExp(`^Failed/${reason}, not Ready$`)],
  events: [new RegExp(`^Warning ${reason} `)],
  verdict: /^(stuck|failing)$/,
  message: new RegExp(reason),
});

const ROWS: readonly Row[] = [
  { name: "well", states: [running], verdict: /^fine$/, wait: 0 },
  {
    name: "slow",
    states: [running],
    events: [/^Normal Pulling Pulling image/, /^Normal Pulled Successfully pulled image ".*" in DURATION .* Image size: SIZE bytes\.$/],
    verdict: /^fine$/,
  },
  { name: "surge", states: [running], verdict: /^fine$/ },
  {
    name: "sidecar",
    states: [
      /^Pending, .*proxy \w+.*prepare waiting/,
      /^Running, Ready, proxy running 0, prepare terminated Completed\/0 0, main running 0$/,
    ],
    verdict: /^fine$/,
  },
  { name: "hostport", states: [running], verdict: /^fine$/ },
  { name: "hostnet", states: [running], verdict: /^fine$/ },
  { name: "grace", states: [running], verdict: /^fine$/ },
  { name: "stubborn", states: [running], verdict: /^fine$/ },
  { name: "stop-hook", states: [running], verdict: /^fine$/ },
  cannotPull(/^Warning Failed Failed to pull image .* code = NotFound .*not found$/, "missing"),
  cannotPull(/^Warning Failed Failed to pull image .*403 Forbidden/, "private"),
  cannotPull(/^Warning Failed Failed to pull image .*429 Too Many Requests/, "limited"),
  cannotPull(/^Warning Failed Failed to pull image .*500 Internal Server Error/, "broken"),
  { name: "hangs", states: [creating], events: [/^Normal Pulling Pulling image/], wait: 4 },
  {
    name: "never",
    states: [/main waiting ErrImageNeverPull 0$/],
    events: [/^Warning ErrImageNeverPull Container image ".*" is not present with pull policy of Never$/],
    verdict: /^stuck$/,
    message: /ErrImageNeverPull/,
  },
  {
    name: "bad-name",
    states: [/main waiting InvalidImageName 0$/],
    events: [/^Warning InspectFailed /],
    verdict: /^stuck$/,
    message: /InvalidImageName/,
    wait: 3,
  },
  {
    name: "bad-command",
    states: [/^Running, not Ready, main waiting RunContainerError \d+ last:StartError\/128$/, backOff("StartError/128")],
    events: [/^Warning Failed Error: .*exec: "\/nonexistent"/, /^Warning BackOff Back-off restarting failed container main in pod/],
    verdict: /^stuck$/,
    wait: 3,
  },
  {
    name: "no-config",
    states: [/^Pending, not Ready, main waiting CreateContainerConfigError 0$/],
    events: [/^Warning Failed Error: configmap "absent" not found$/],
    verdict: /^stuck$/,
    wait: 3,
  },
  {
    name: "no-secret",
    states: [creating],
    events: [/^Warning FailedMount MountVolume.SetUp failed for volume "s" : secret "absent" not found$/],
    verdict: /^stuck$/,
    wait: 3,
  },
  {
    name: "no-host-path",
    states: [creating],
    events: [
      /^Warning FailedMount MountVolume.SetUp failed for volume "s" : hostPath type check failed[:,] \/no\/such\/folder is not a directory/,
    ],
  },
  {
    name: "start-hook",
    // Kubelet stops the container after the hook. If its process does not handle signals yet, SIGTERM has no effect,
    // and kubelet kills it.
    states: [/main waiting PostStartHookError \d+/, backOff("(?:Completed/0|Error/137)")],
    events: [/^Warning FailedPostStartHook /],
    verdict: /^stuck$/,
  },
  {
    name: "init-crash",
    states: [/prepare terminated Error\/7 \d/, /prepare waiting CrashLoopBackOff \d last:Error\/7/, /prepare running \d last:Error\/7/],
    events: [/^Warning BackOff Back-off restarting failed container prepare in pod/],
  },
  { name: "init-long", states: [/^Pending, not Ready, prepare running 0, main waiting PodInitializing 0$/], wait: 4 },
  { name: "sidecar-crash", states: ends("Error/9", "proxy") },
  { name: "crash", states: ends("Error/3"), events: [/^Normal Started Container started$/, /^Warning BackOff Back-off restarting/] },
  { name: "crash-log", states: ends("Error/4") },
  {
    name: "crash-fast",
    states: [/^Running, not Ready, main terminated Error\/3 \d/, backOff("Error/3"), /^Running, not Ready, main terminated Error\/3 \d/],
    verdict: /^stuck$/,
    wait: 3,
  },
  { name: "two", states: ends("Error/5", "second") },
  { name: "completed", states: ends("Completed/0") },
  { name: "oom", states: ends("OOMKilled/137") },
  { name: "signal", states: ends("Error/137") },
  {
    name: "unready",
    states: [/^Running, not Ready, main running 0$/],
    events: [/^Warning Unhealthy Readiness probe failed: HTTP probe failed with statuscode: 503$/],
    wait: 4,
  },
  {
    name: "liveness",
    states: [/^Running, Ready, main running \d last:Completed\/0$/, backOff("Completed/0")],
    events: [/^Warning Unhealthy Liveness probe failed: /, /^Normal Killing Container main failed liveness probe, will be restarted$/],
  },
  {
    name: "startup",
    states: [/^Running, not Ready, main running \d last:Completed\/0$/, backOff("Completed/0")],
    events: [/^Warning Unhealthy Startup probe failed: /, /^Normal Killing Container main failed startup probe, will be restarted$/],
  },
  { name: "port-busy", states: [/main terminated Error\/1 \d/, backOff("Error/1")] },
  { name: "port-taken", states: [/^Pending, not Ready$/], verdict: /^stuck$/, message: /host port/, wait: 3 },
  rejected("sysctl", "SysctlForbidden"),
  rejected("no-room", "OutOfcpu"),
  {
    name: "evicted-well",
    // Whether kubelet reports the end of the container or the eviction is a race in kubelet.
    states: [running, /^(Succeeded|Failed\/Evicted), /, running, /^(Succeeded|Failed\/Evicted), /, running],
    events: [/^Warning Evicted Usage of EmptyDir volume "d" exceeds the limit "2Mi"/],
  },
  {
    name: "evicted-badly",
    states: [running, /^Failed\/Evicted, not Ready/, running, /^Failed\/Evicted, /, running],
    events: [/^Warning Evicted Usage of EmptyDir volume "d" exceeds the limit "2Mi"/],
    verdict: /^failing$/,
    message: /Evicted/,
  },
];

test("all cases came so far that a later test can read their states, on a real node", () => {
  const behind = CYCLING.filter((name) => !recording.pods(name).some(isRestarted(RESTARTS)));
  expect([...behind, ...EVICTED.filter((name) => !recording.pods(name).some(isEvictedAgain))]).toEqual([]);
});

// One test for all rows: the first failed test of a file in serial mode skips the others.
test("each case has its states, its events and the product's verdict, on a real node", () => {
  for (const { name, states, events = [], verdict, message } of ROWS) {
    expectInOrder(name, recording.pods(name).map(textOf), states);
    const texts = [...new Set(recording.events(name))];
    for (const event of events)
      expect
        .soft(
          texts.find((text) => event.test(text)),
          `${name}: ${event} is one of\n${texts.join("\n")}`,
        )
        .toBeDefined();
    const last = recording.samples(name).at(-1);
    if (verdict !== undefined) expect.soft(last?.verdict, name).toMatch(verdict);
    if (message !== undefined) expect.soft(last?.message, name).toMatch(message);
  }
});

test("`wait` ends with the code of each case, on a real node", async () => {
  test.setTimeout(600_000);
  const rows = ROWS.filter(({ wait }) => wait !== undefined);
  const waiting = async ({ name }: Row) =>
    (await daemonscope(recording.cluster.kubeconfig, "wait", `ds/${name}`, "-n", NAMESPACE, "--timeout=15s")).code;
  const found: Record<string, number> = {};
  for (let from = 0; from < rows.length; from += WAITS_AT_ONCE)
    for (const row of rows.slice(from, from + WAITS_AT_ONCE).map((each) => ({ name: each.name, code: waiting(each) })))
      found[row.name] = await row.code;
  expect(found).toEqual(Object.fromEntries(rows.map(({ name, wait }) => [name, wait])));
});

/** The page's words for verdicts. */
const PAGE_WORDS: Readonly<Record<string, string>> = { fine: "HEALTHY", stuck: "STUCK", failing: "FAILING" };

test("the page and `/metrics/daemonsets` state the verdict of each case, on a real node", async ({ page }) => {
  test.setTimeout(300_000);
  const { url } = recording.product;
  const metrics = await (await fetch(`${url}/metrics/daemonsets`)).text();
  for (const { name, verdict, message = /./ } of ROWS.filter((row) => row.verdict !== undefined)) {
    const labels = `namespace="${NAMESPACE}",daemonset="${name}"`;
    const word =
      new RegExp(`^daemonscope_daemonset_verdict\\{${labels},verdict="(\\w+)",word="\\w+"\\} 1$`, "m").exec(metrics)?.[1] ?? "none";
    expect.soft(word, `${name} in the metrics`).toMatch(verdict ?? /./);
    await page.goto(`${url}/daemonsets/${NAMESPACE}/${name}`);
    const headline = page.getByRole("heading", { level: 1 });
    await expect.soft(headline, `${name} on the page`).toContainText(new RegExp(`^${PAGE_WORDS[word]}`));
    await expect.soft(headline, `${name} on the page`).toContainText(message);
  }
});

test("`explain` states for each case that its pod runs on the real node, and on no other", async () => {
  const { out } = await daemonscope(recording.cluster.kubeconfig, "explain", "-n", NAMESPACE, "-o", "json");
  const pairs = JSON.parse(out) as readonly { readonly node: string; readonly daemonSet: string; readonly verdict: string }[];
  const runs = pairs.filter(({ verdict }) => verdict === "run").map(({ node, daemonSet }) => `${daemonSet} ${node}`);
  expect(runs.toSorted()).toEqual(ROWS.map(({ name }) => `${name} real-1`).toSorted());
});

test("B8 the table and the answer about one DaemonSet give one budget, on a real node", async () => {
  const { out, stderr } = await daemonscope(recording.cluster.kubeconfig, "status", "ds/unready", "-n", NAMESPACE);
  const [, used, allowed] = /^budget: (?:(\d+) of (\d+) used|not in use) /m.exec(stderr) ?? [];
  const cell = used === undefined ? "-" : `${used}/${allowed} unavailable`;
  expect(out.split("\n")[1], out).toMatch(new RegExp(`\\s${cell}\\s`));
});

/** Returns the samples without a concern. */
const without = (samples: readonly Sample[]): readonly string[] =>
  samples.filter(({ concern }) => concern === "").map(({ verdict, available }) => `${verdict}, available ${available}`);

interface Statement {
  readonly title: string;
  check(found: Recording): void;
}

const keepsConcern = (name: CaseName, times = 3): Statement => ({
  title: `the concern of ${name} does not end with each restart`,
  check: ({ samplesSince }) => expect(without(samplesSince(name, isRestarted(times)))).toEqual([]),
});
const keepsWords = (name: CaseName): Statement => ({
  title: `the words of ${name} do not change with each restart`,
  check({ samplesSince }) {
    const words = samplesSince(name, isRestarted(2)).flatMap(({ message }) => (message === "" ? [] : [message]));
    expect([...new Set(words)]).toHaveLength(1);
  },
});
const names = (name: CaseName, word: RegExp): Statement => ({
  title: `the concern of ${name} names ${word}`,
  check: ({ samples }) => expect(samples(name).at(-1)?.message).toMatch(word),
});

/** Statements that hold for a whole recording. */
const STATEMENTS: readonly Statement[] = [
  keepsConcern("init-crash"),
  keepsConcern("sidecar-crash"),
  keepsConcern("crash"),
  keepsConcern("crash-log"),
  keepsConcern("two"),
  keepsConcern("completed"),
  keepsConcern("oom"),
  keepsConcern("signal"),
  keepsConcern("liveness"),
  keepsConcern("startup"),
  keepsWords("oom"),
  keepsWords("start-hook"),
  keepsWords("bad-command"),
  names("no-secret", /absent/),
  names("no-host-path", /\/no\/such\/folder/),
  names("no-config", /absent/),
  // A readiness probe may fail for ten minutes before that is a concern (R22).
  {
    title: "the cause of unready is its readiness probe",
    check: ({ samples }) => expect(samples("unready").at(-1)?.causes).toMatch(/readiness probe/),
  },
  {
    title: "pods that are evicted and end well are a loop from the third on",
    check: ({ samplesSince }) => expect(without(samplesSince("evicted-well", isEvictedAgain))).toEqual([]),
  },
];

for (const { title, check } of STATEMENTS) test(`${title}, on a real node`, () => check(recording));

test("`explain` names a failing readiness probe with its last words, and an image that is being pulled, on a real node", async () => {
  expect
    .soft(await explained.get("unready"))
    .toMatch(/^ {2}cause: the readiness probe fails: Readiness probe failed: HTTP probe failed with statuscode: 503/m);
  expect.soft(await explained.get("hangs")).toMatch(/ image real-node\.test\/hangs:1 is being pulled for \d+\w/);
});
