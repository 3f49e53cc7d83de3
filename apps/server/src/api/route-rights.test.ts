import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labOnManualTime } from "../lab/lab.fixture.ts";
import { COMMAND_SCHEMAS, VERB_SCHEMAS } from "../lab/schemas.ts";
import { hiddenFrom, isMisdirected, type ServerKind, serverOfUsers, type UserName } from "./users-of-clusters.fixture.ts";

/** Users by their rights: not signed in; none; some in eu; all in eu; also some in us; all in both. */
const USERS: readonly UserName[] = [undefined, "none", "some", "eu", "mixed", "all"];
/** Statuses in the order of `USERS`. */
type Statuses = readonly [number, number, number, number, number, number];

interface Row {
  /** The request for which a user with all rights gets an answer. */
  readonly query?: string;
  readonly body?: unknown;
  /** On a server of the cluster eu alone. */
  readonly one: Statuses;
  /** On a server of eu and us, with a URL that names no cluster. */
  readonly root: Statuses;
  /** On the same server below `/clusters/eu`, and `/clusters/us`. */
  readonly eu: Statuses;
  readonly us: Statuses;
}

const all = (status: number): Statuses => [status, status, status, status, status, status];
/** Data of one cluster: `ok` for a user who sees all of it, `some` for one who sees a part. */
const clusterRow = (query: string, { ok = 200, some = ok, body }: { ok?: number; some?: number; body?: unknown } = {}): Row => ({
  query,
  body,
  one: [401, 403, some, ok, ok, ok],
  root: [401, 404, 404, 404, 404, 404],
  eu: [401, 403, some, ok, ok, ok],
  us: [401, 403, 401, 401, some, ok],
});
const LOGS = "?namespace=kube-system&daemonSet=logs";
const PAIR = `${LOGS}&node=n1`;
/** Status of data from the API server, which does not answer in this test. */
const UNREACHABLE = 502;
/** A body that no command accepts: the user was authorized. */
const posted = { ok: 400, body: [] };
const metrics: Row = {
  one: [401, 403, 403, 200, 200, 200],
  root: [401, 403, 403, 200, 200, 200],
  eu: [401, 403, 403, 200, 200, 200],
  us: [401, 403, 401, 401, 403, 200],
};
const anybody = (status: number, body?: unknown): Row => ({ body, one: all(status), root: all(status), eu: all(status), us: all(status) });
const user = (status: number, body?: unknown): Row => ({
  body,
  one: [401, status, status, status, status, status],
  root: [401, status, status, status, status, status],
  eu: [401, status, status, status, status, status],
  us: [401, status, 401, 401, status, status],
});

const clusterListRow: Row = { ...user(200), eu: [401, 404, 404, 404, 404, 404], us: [401, 404, 401, 401, 404, 404] };

/** Every route of a server. GET includes HEAD. */
const ROWS: Readonly<Record<string, Row>> = {
  "GET /api/keyframe": clusterRow(""),
  "GET /api/stream": clusterRow(""),
  "GET /api/explain": clusterRow(PAIR),
  "GET /api/trail": clusterRow(PAIR),
  "GET /api/node": clusterRow("?name=n1"),
  "GET /api/eligibility": clusterRow(LOGS),
  "GET /api/joins": clusterRow(LOGS),
  "GET /api/taints": clusterRow(""),
  "GET /api/labels": clusterRow(""),
  "GET /api/daemonset-pods": clusterRow(LOGS),
  "GET /api/pods-named": clusterRow("?text=logs"),
  "GET /api/events": clusterRow(LOGS, { ok: UNREACHABLE }),
  "GET /api/node-pods": clusterRow("?name=n1", { ok: UNREACHABLE, some: 403 }),
  "GET /api/pod": clusterRow("?namespace=kube-system&pod=logs-n1", { ok: UNREACHABLE }),
  "GET /api/node-capacity": clusterRow("?name=n1", { ok: UNREACHABLE, some: 403 }),
  "GET /api/node-managers": clusterRow("?name=n1", { ok: UNREACHABLE }),
  "GET /api/fit": clusterRow(PAIR),
  "POST /api/what-if": clusterRow("", { body: { steps: [] } }),
  "POST /api/what-if/pair": clusterRow("", { body: { steps: [], namespace: "kube-system", daemonSet: "logs", node: "n1" } }),
  "GET /api/audit": clusterRow(""),
  "GET /api/costs": clusterRow("", { ok: 503 }),
  "GET /api/acting": clusterRow(""),
  "POST /api/actions/plan": clusterRow("", posted),
  "POST /api/actions": clusterRow("", posted),
  "POST /api/actions/batch": clusterRow("", posted),
  "GET /api/actions": clusterRow(""),
  "GET /api/revisions": clusterRow(LOGS),
  "GET /api/yaml": clusterRow("?namespace=kube-system&daemonSet=logs", { ok: UNREACHABLE }),
  "GET /api/reach": clusterRow(LOGS, { ok: UNREACHABLE }),
  "GET /api/logs": clusterRow(LOGS, { ok: UNREACHABLE }),
  "GET /api/history": clusterRow(""),
  "GET /api/history/recording": clusterRow("", { ok: 404, some: 403 }),
  "GET /api/history/frames": clusterRow("?from=0", { ok: 404 }),
  "GET /api/rollouts": clusterRow(LOGS),
  ...Object.fromEntries(
    [...Object.keys(COMMAND_SCHEMAS), ...Object.keys(VERB_SCHEMAS).map((verb) => `do/${verb}`)].map((command) => [
      `POST /api/lab/${command}`,
      clusterRow("", posted),
    ]),
  ),
  "POST /api/lab/*": clusterRow("", { ok: 404 }),
  "GET /api/lab": clusterRow(""),
  "GET /api/lab-now": clusterRow(""),
  "GET /api/lab-course": clusterRow(""),
  "GET /api/lab-check": clusterRow("?lesson=labels&step=0"),
  "GET /api/rights": { ...user(200), root: [401, 404, 404, 404, 404, 404] },
  "GET /api/clusters": clusterListRow,
  "GET /api/clusters/difference": {
    ...clusterListRow,
    query: `${LOGS}&from=eu&to=us`,
    root: [401, 404, 404, 404, 404, 404],
  },
  "GET /metrics": metrics,
  "GET /metrics/daemonsets": metrics,
  "GET /version": user(200),
  "GET /api/session": user(200),
  "POST /api/sign-out": user(204),
  "POST /api/sign-in": anybody(400),
  "GET /api/sign-in/away": anybody(303),
  "GET /api/sign-in/return": anybody(303),
  "GET /livez": anybody(200),
  "GET /readyz": anybody(200),
  "GET /*": user(200),
};

let lab: Awaited<ReturnType<typeof labOnManualTime>>;
const servers = new Map<ServerKind, Awaited<ReturnType<typeof serverOfUsers>>>();
beforeAll(async () => {
  lab = await labOnManualTime("image-update");
  for (const kind of ["one", "several"] as const) servers.set(kind, await serverOfUsers(kind, { lab: lab.lab, acting: lab.acting }));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await lab.close();
});
const serverOf = (kind: ServerKind) => servers.get(kind) as Awaited<ReturnType<typeof serverOfUsers>>;

const COLUMNS = [
  ["one", "one", ""],
  ["root", "several", ""],
  ["eu", "several", "/clusters/eu"],
  ["us", "several", "/clusters/us"],
] as const;

/** Variants of a URL that a router or a proxy may treat as the same. */
const FORMS: readonly ((path: string) => string)[] = [
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/.[a-z]+$/, (last) => last.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  (path) => `/${path}`,
  (path) => path.replace(/.[a-z]+$/, (last) => `/${last}`),
  (path) => path.replace(/.[a-z]+$/, (last) => `/.${last}`),
  (path) => path.replace(/.[a-z]+$/, (last) => `/x/..${last}`),
  (path) => path.replace(/.[a-z]+$/, (last) => last.replace("/", "%2F")),
  (path) => path.replace("/clusters/eu/", "/clusters/eu/clusters/us/"),
  (path) => path.replace("/clusters/eu/", "/clusters/eu//clusters/us/"),
  (path) => path.replace("/clusters/eu/", "/clusters/us/../eu/"),
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => `${path};x=1`,
  (path) => `http://127.0.0.1:7373${path}`,
];
/** Routes whose URL is tried in each of `FORMS`: at least one for each access. */
const SPELLED = ["GET /api/keyframe", "GET /api/stream", "GET /api/rights", "GET /api/clusters", "GET /metrics", "GET /metrics/daemonsets"];
const ALSO_SPELLED = ["GET /version", "GET /api/session", "POST /api/what-if", "POST /api/actions", "POST /api/lab/step"];

describe("G27 the right that a route needs", () => {
  it.each(["one", "several"] as const)("is known for every route of a server, clusters: %s", (kind) => {
    const known = Object.keys(ROWS).flatMap((route) => [route, ...(route.startsWith("GET ") ? [route.replace("GET", "HEAD")] : [])]);
    const isServed = (route: string) => kind === "several" || !route.startsWith("GET /api/clusters");
    const { routes } = serverOf(kind);
    expect([...routes].filter((route) => !known.includes(route))).toEqual([]);
    expect(Object.keys(ROWS).filter((route) => isServed(route) && !routes.has(route))).toEqual([]);
  });

  it.each(Object.keys(ROWS))("%s answers each user within their rights, on a server of one and of several clusters", async (route) => {
    const row = ROWS[route] as Row;
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern === "/*" ? "/" : pattern;
    for (const [column, kind, prefix] of COLUMNS) {
      const { routes, ask } = serverOf(kind);
      if (!routes.has(route)) continue;
      const statusOf = async (user: UserName, verb: string, url: string): Promise<number> => {
        const { status, text } = await ask(user, verb, url, row.body);
        for (const name of hiddenFrom(user)) expect(text, `${verb} ${url} as ${user}`).not.toContain(name);
        return status;
      };
      const query = row.query ?? "";
      for (const verb of method === "GET" && routes.has(`HEAD ${pattern}`) ? ["GET", "HEAD"] : [method]) {
        const statuses: number[] = [];
        for (const user of USERS) statuses.push(await statusOf(user, verb, `${prefix}${path}${query}`));
        expect([column, verb, ...statuses]).toEqual([column, verb, ...row[column]]);
      }
    }
  });

  it.each([...SPELLED, ...ALSO_SPELLED])("%s gives the same access for every spelling of its URL", async (route) => {
    const row = ROWS[route] as Row;
    const [method = "", path = ""] = route.split(" ");
    for (const [column, kind, prefix] of COLUMNS) {
      const { ask, routes } = serverOf(kind);
      if (!routes.has(route)) continue;
      for (const [at, user] of USERS.entries())
        for (const form of FORMS) {
          const url = `${form(`${prefix}${path}`)}${row.query ?? ""}`;
          const { status, text } = await ask(user, method, url, row.body);
          const what = `${method} ${url} as ${user}`;
          for (const name of hiddenFrom(user)) expect(text, what).not.toContain(name);
          expect([row[column][at], 400, 401, 403, 404, 405], what).toContain(status);
        }
    }
  });

  it("never sends a token to another cluster, by any route and with any URL", async () => {
    for (const [kind, { asked }] of servers) expect([kind, asked.filter(isMisdirected)]).toEqual([kind, []]);
    expect(serverOf("several").asked).toContain("us all of-all");
  });

  it("asks each cluster about its own user if a page at the root continues next to another cluster", async () => {
    const { signIn, send, asked, named, us, close } = await serverOfUsers("growing");
    await send("GET", "/readyz", undefined, "");
    named.push(us);
    const first = await signIn("us", "/clusters/us");
    const cookie = await signIn("eu", "/clusters/eu", first);
    for (const path of ["/api/keyframe", "/clusters/eu/api/keyframe", "/clusters/us/api/keyframe", "/api/clusters"])
      expect([path, (await send("GET", path, undefined, cookie)).status]).toEqual([path, 200]);
    expect(asked.toSorted()).toEqual(["eu eu of-eu", "us us of-us"]);
    await close();
  });

  it.each([
    ["/docs", 307],
    ["/docs/start", 200],
    ["/assets/page.js", 200],
  ])("%s is public and reveals nothing of a cluster", async (path, status) => {
    for (const kind of ["one", "several"] as const) expect((await serverOf(kind).ask(undefined, "GET", path)).status).toBe(status);
  });
});
