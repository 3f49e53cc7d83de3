import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import type { AddressInfo } from "node:net";
import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { singleAccount } from "../access/auth/accounts.ts";
import { OidcProvider } from "../access/auth/oidc/oidc-provider.ts";
import { ProviderSignIn } from "../access/auth/oidc/provider-sign-in.ts";
import { SessionAuthenticator } from "../access/auth/session/session-authenticator.ts";
import type { UserRights } from "../access/rights/user-rights.ts";
import { AccessControl } from "../access/scoped/access-control.ts";
import { readingsByAccess } from "../access/scoped/request-scope.ts";
import { fixtureRights } from "../access/scoped/users.fixture.ts";
import { kubeDaemonSet, kubeNode, kubePod } from "../cluster.fixture.ts";
import type { ClusterRuntime, NamedCluster } from "../clusters/cluster-runtime.ts";
import { type Clusters, dynamicClusters, multiCluster, singleCluster } from "../clusters/clusters.ts";
import { PLAIN_ADDRESS } from "../platform/address/server-address.ts";
import { StaticAsset } from "./assets/static-asset.ts";
import { buildServer } from "./build-server.ts";
import { contextOnManualTime } from "./context.fixture.ts";

const HOST = "127.0.0.1:7373";
/** An address without a listener. */
const NOWHERE = "http://127.0.0.1:1";

/** Namespace kube-system and all nodes. */
const SOME = fixtureRights(["kube-system"], { nodes: "all" });
/** Rights of each user in the clusters that accept their token `of-USER`. */
const USERS: Readonly<Record<string, Readonly<Partial<Record<"eu" | "us", UserRights>>>>> = {
  none: { eu: fixtureRights("none"), us: fixtureRights("none") },
  some: { eu: SOME },
  eu: { eu: fixtureRights("all") },
  us: { us: fixtureRights("all") },
  mixed: { us: SOME, eu: fixtureRights("all") },
  all: { eu: fixtureRights("all"), us: fixtureRights("all") },
};

export type UserName = keyof typeof USERS | undefined;

/** Reports whether a cluster got a request about an unknown user: their token belongs to another cluster. */
export const isMisdirected = (asked: string): boolean => {
  const [cluster, user = ""] = asked.split(" ");
  return USERS[user]?.[cluster as "eu" | "us"] === undefined;
};

/** Names that this user must not see: `nosee-CLUSTER` is a DaemonSet outside kube-system, `node-of-CLUSTER` is a
 *  node. */
export function hiddenFrom(user: UserName): readonly string[] {
  return (["eu", "us"] as const).flatMap((cluster) => {
    const rights = user === undefined ? undefined : USERS[user]?.[cluster];
    return [
      ...(rights?.nodes === "all" ? [] : [`node-of-${cluster}`]),
      ...(rights?.daemonsets === "all" ? [] : [`nosee-${cluster}`]),
      ...(rights === undefined || rights.daemonsets === "none" ? [`logs-of-${cluster}`] : []),
    ];
  });
}

function reviewsIn(cluster: "eu" | "us", tokensSent: string[]): Reviews {
  const unasked = () => Promise.reject(new Error("not asked here"));
  return {
    selfSubjectReview: async (caller) => {
      const token = caller.kind === "own token" ? caller.token : "";
      tokensSent.push(`${cluster} ${token}`);
      const user = token.replace(/^of-/, "");
      if (USERS[user]?.[cluster] === undefined) throw new KubeRequestError("unauthorized", "401", { httpStatus: 401 });
      return { userName: user, groups: [] };
    },
    tokenReview: unasked,
    selfSubjectAccessReview: unasked,
    selfSubjectRulesReview: unasked,
    subjectAccessReview: unasked,
  };
}

function clusterOf(name: "eu" | "us", more: Partial<ClusterRuntime>, asked: string[]): NamedCluster {
  const made = contextOnManualTime();
  const { model, live, time, context } = made;
  const nosee = kubeDaemonSet(`nosee-${name}`);
  const daemonSet = kubeDaemonSet(`logs-of-${name}`);
  const elsewhere = { ...nosee, metadata: { ...nosee.metadata, namespace: "hidden" } };
  model.apply(putNode(kubeNode(`node-of-${name}`)));
  for (const each of [elsewhere, daemonSet]) {
    model.apply(putDaemonSet(each));
    model.apply(putPod(kubePod(each, "n1")));
  }
  made.tick();
  const rights = new AccessControl({
    whole: () => ({
      live,
      reads: context.liveReadingOf({}).reads,
      frames: { build: "test", timers: time.timers, random: () => 0.5, wallNowMs: time.nowMs },
      statuses: () => live.sources(),
      past: context.pastOf({}),
      problem: () => undefined,
    }),
    ask: async ({ userName, credential }) => {
      asked.push(`${name} ${userName} ${credential.kind === "own token" ? credential.token : "impersonated"}`);
      return USERS[userName]?.[name] ?? fixtureRights("none");
    },
    timers: time.timers,
  });
  return { ...made.part, ...readingsByAccess(made.part), ...more, rights, name };
}

export type ServerKind = "one" | "several" | "growing";

/** A server of the cluster eu, or of eu and us, with signed-in users. The result includes its routes and the requests
 *  that each cluster got. */
export async function serverOfUsers(kind: ServerKind, more: Partial<ClusterRuntime> = {}) {
  const asked: string[] = [];
  const tokensSent: string[] = [];
  const routes = new Set<string>();
  const eu = clusterOf("eu", more, asked);
  const us = clusterOf("us", more, asked);
  const named: NamedCluster[] = kind === "growing" ? [eu] : [eu, us];
  const clusters: Clusters =
    kind === "one"
      ? singleCluster({ ...eu, name: undefined } as ClusterRuntime)
      : kind === "several"
        ? multiCluster(named)
        : dynamicClusters({ named, unusable: [], notes: [] }, more.acting !== undefined);
  const reviews = { eu: reviewsIn("eu", tokensSent), us: reviewsIn("us", tokensSent) };
  let secrets = 0;
  // Each sign-in is a minute after the last, because refusals are counted per minute.
  let nowMs = 0;
  const parts = {
    nowMs: () => nowMs,
    secret: () => `secret-number-${String(++secrets).padStart(30, "0")}`,
    address: PLAIN_ADDRESS,
  };
  const provider = new ProviderSignIn({
    ...parts,
    provider: new OidcProvider(
      {
        issuer: new URL(NOWHERE),
        clientId: "daemonscope",
        userNameClaim: "email",
        groupsClaim: "groups",
        scopes: ["openid"],
        prefixes: { userName: "", groups: "" },
      },
      undefined,
    ),
  });
  const authenticator = new SessionAuthenticator({
    ...parts,
    clusterName: () => "eu, us",
    provider,
    accounts:
      kind === "one"
        ? singleAccount(reviews.eu)
        : {
            clusterOf: (request) => request.clusterName ?? (clusters.several === undefined ? named[0]?.name : undefined),
            all: () => new Map(named.map(({ name }) => [name, reviews[name as "eu" | "us"]])),
          },
  });
  const { context } = contextOnManualTime();
  const files = new Map([
    ["/assets/page.js", new StaticAsset(Buffer.from("1"), ".js")],
    ["/docs/start", new StaticAsset(Buffer.from("docs"), ".html")],
  ]);
  const assets = { byPath: files, index: "<html><head></head></html>" };
  const app = buildServer({ ...context, clusters, ...clusters, authenticator, assets });
  await app.listen({ port: 0, host: "127.0.0.1" });
  for (const { method, url } of app.routeInventory.routes) for (const each of [method].flat()) routes.add(`${each} ${url}`);
  const { port } = app.server.address() as AddressInfo;
  const json = { host: HOST, "content-type": "application/json" };
  const send = (method: string, path: string, body: unknown, cookie: string): Promise<Answer> => {
    const sent = method === "POST" ? JSON.stringify(body) : undefined;
    return answerOf({ port, method, path, headers: { ...(sent === undefined ? { host: HOST } : json), cookie } }, sent);
  };
  /** Signs a user in below `prefix`, and returns the cookie. */
  const signIn = async (user: UserName, prefix = "", before = ""): Promise<string> => {
    if (user === undefined) return "";
    nowMs += 61_000;
    const { status, headers, text } = await send("POST", `${prefix}/api/sign-in`, { token: `of-${user}` }, before);
    if (status !== 204) throw new Error(`${user} cannot sign in: ${text}`);
    return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  };
  const cookies = new Map<UserName, string>();
  /** Sends a request as a user who signed in at `/`. */
  const ask = async (user: UserName, method: string, path: string, body: unknown = {}): Promise<Answer> => {
    const cookie = cookies.get(user) ?? (await signIn(user));
    // Signing in and out ends the session.
    if (path.includes("sign-")) cookies.delete(user);
    else cookies.set(user, cookie);
    return send(method, path, body, cookie);
  };
  return { routes, asked, tokensSent, named, us, signIn, send, ask, close: () => app.close() };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Headers, and the first part of the body: a stream of frames does not end. */
  readonly text: string;
}

/** Keeps connections open, because a test sends thousands of requests. The server closes them at its end. */
const agent = new Agent({ keepAlive: true });

/** Sends the path unchanged; a client that parses URLs would normalize it. */
function answerOf(options: RequestOptions, sent: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ ...options, host: "127.0.0.1", agent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      let body = "";
      const done = () => {
        resolve({ status, headers, text: `${JSON.stringify(headers)} ${body}` });
        // A connection with a complete response is used again.
        if (!response.complete) asking.destroy();
      };
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
        if (headers["content-type"]?.startsWith("text/event-stream") === true) done();
      });
      response.once("close", done);
    });
    // The server closes a connection after some refusals, so a failure on a reused connection is retried.
    asking.once("error", (error) => (asking.reusedSocket ? resolve(answerOf(options, sent)) : reject(error)));
    asking.end(sent);
  });
}
