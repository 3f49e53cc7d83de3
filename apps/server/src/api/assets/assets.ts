import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { hasSynced } from "@daemonscope/kube/source-status";
import { CLUSTER_META_NAME } from "@daemonscope/shared/http/clusters";
import { PATHS, RECENT_KEYFRAME } from "@daemonscope/shared/http/paths";
import { DAEMON_SET_SECTIONS, NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { SESSION_META, SIGN_IN_META } from "@daemonscope/shared/http/session";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Authenticator, OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { hasAccessScope } from "../../access/scoped/request-scope.ts";
import type { Clusters } from "../../clusters/clusters.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { ServedReading } from "../../readings/served-reading.ts";
import { StaticAsset } from "./static-asset.ts";

/** The built page: an exact-match map by path, so that no request can name a file on disk. */
export interface Assets {
  readonly byPath: ReadonlyMap<string, StaticAsset>;
  /** index.html; undefined when the page was not built. */
  readonly index: string | undefined;
}

/** The URL of a docs page has no extension. */
function addressOf(file: string): string {
  return `/${file.startsWith("docs/") ? file.replace(/\.html$/, "") : file}`;
}

/** Reads the folder of the built page. A missing folder means that the page was not built. */
export function loadAssets(folder: string): Assets {
  const byPath = new Map<string, StaticAsset>();
  let index: string | undefined;
  let files: readonly string[] = [];
  try {
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  for (const file of files) {
    const path = relative(folder, file).split(sep).join("/");
    // Hidden files belong to the build, not to the page.
    if (path.startsWith(".") || path.includes("/.")) continue;
    if (path === "index.html") index = readFileSync(file, "utf8");
    else if (!path.endsWith(".map")) byPath.set(addressOf(path), new StaticAsset(readFileSync(file), extname(path), file));
  }
  return { byPath, index };
}

/** Returns the pattern of a section in a path. The first section has no path segment. */
function sectionsOf(sections: readonly string[]): string {
  return `(?:/(?:${sections.slice(1).join("|")}))?`;
}

const NAME = "[a-z0-9.-]{1,253}";
/** Paths of the page's views: `/`, also as `/daemonsets`, `/daemonsets/<namespace>/<name>`, `/nodes`, `/nodes/<name>`,
 *  `/pods/<namespace>/<name>`, `/placement`, `/placement/taints`, `/placement/labels`, `/what-if`, `/events`, `/audit`
 *  and `/audit/costs`, and the former `/taints` and `/labels`. Those of one DaemonSet or node may have a section. */
const PAGE = new RegExp(
  `^/(?:(?:daemonsets(?:/${NAME}/${NAME}${sectionsOf(DAEMON_SET_SECTIONS)})?|nodes(?:/${NAME}${sectionsOf(NODE_SECTIONS)})?|pods/${NAME}/${NAME}|placement(?:/taints|/labels)?|taints|labels|what-if|events|audit(?:/costs)?)/?)?$`,
);
/** Mistyped paths are rarely deeper. The limit bounds the cache, because each depth is a separate page. */
const DEEPEST_PAGE = 8;

/** Paths across clusters, on a server of several: all DaemonSets, and one DaemonSet in all clusters. */
const PAGE_OF_ALL = new RegExp(`^/(?:daemonsets/?|daemonsets/${NAME}/${NAME}/?)?$`);

const PAGES = "/*";
/** Reports whether a path is of the docs. They contain no data of a cluster, so links from other sites may open them
 *  without sign-in. */
export function isDocsPath(path: string): boolean {
  return path === "/docs" || path.startsWith("/docs/");
}

/** Returns the first docs page, relative to a path that names no page; undefined for any other path. */
function docsStart(path: string): string | undefined {
  return { "/docs": "docs/start", "/docs/": "start" }[path];
}

export function isPagePath(path: string): boolean {
  return PAGE.test(path) && !path.includes("/.");
}

/** Other sites may open the page and its docs, but none of their files. */
const kindOfPath = (path: string) => (isPagePath(path) || isDocsPath(path) ? "page" : "data");

const isPageOfAll = (path: string): boolean => PAGE_OF_ALL.test(path) && !path.includes("/.");

/** Returns the requested path below the base. With several clusters it begins with the cluster's name. */
function askedPath({ originalUrl }: FastifyRequest, path: string, cluster: string | undefined): string {
  if (cluster === undefined) return path;
  const inCluster = `/clusters/${cluster}`;
  return originalUrl.split("?", 1)[0]?.endsWith(inCluster) === true ? inCluster : `${inCluster}${path}`;
}

/** Reports whether a browser may expect a page at a path. If the path is unknown, the browser gets the page, which
 *  offers similar names; programs get the JSON error. */
function isMistypedPage(path: string, accept: string | undefined): boolean {
  return (
    accept?.includes("text/html") === true &&
    !path.startsWith("/api/") &&
    !path.startsWith("/assets/") &&
    path.split("/").length <= DEEPEST_PAGE + 1
  );
}

/** Reports whether a browser requests any page. A user who must sign in gets the sign-in page instead. */
export function acceptsHtml({ routeOptions, headers, url }: Pick<FastifyRequest, "routeOptions" | "headers" | "url">): boolean {
  return routeOptions.url === PAGES && isMistypedPage(url.split("?", 1)[0] ?? "/", headers.accept);
}

function attributeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

const metaOf = (name: string, content: string) => `<meta name="${name}" content="${attributeText(content)}">`;

/** Above this count the preload is left out, because it takes bandwidth from the page's files. With 100,000 nodes over
 *  100 KB/s the verdict appeared one and a half seconds later. */
const MAX_NODES_EARLY = 1000;

/** Preloads the cluster's state while the browser still loads the scripts. URL, mode and credentials are those of the
 *  page's own request, so that the browser sends only one. */
const earlyKeyframe = (cluster: string | undefined): string => {
  const below = cluster === undefined ? "" : `clusters/${cluster}/`;
  const href = `${below}${PATHS.keyframe.slice(1)}?${new URLSearchParams(RECENT_KEYFRAME)}`;
  return `<link rel="preload" as="fetch" crossorigin href="${attributeText(href)}">`;
};

/** Returns the page for one depth of path. Its own URLs are relative, so `<base>` leads back up, regardless of a
 *  proxy's prefix. */
export function renderIndex(index: string, path: string, more = ""): string {
  const up = "../".repeat(path.split("/").length - 2);
  const base = `<base href="${up === "" ? "./" : up}">${more}`;
  return /<head[^>]*>/i.test(index) ? index.replace(/<head[^>]*>/i, (head) => `${head}${base}`) : `${base}${index}`;
}

const DAEMON_SET_PATH = new RegExp(`^/daemonsets/(${NAME})/(${NAME})(?:/|$)`);
const NODE_PATH = new RegExp(`^/nodes/(${NAME})(?:/|$)`);

/** Reports whether a path names a DaemonSet or a node that does not exist. Returns false while their kind has not been
 *  read. */
function namesMissingObject(path: string, { reading, sources }: ServedReading): boolean {
  const [, namespace, name] = DAEMON_SET_PATH.exec(path) ?? [];
  if (namespace !== undefined) return hasSynced(sources().daemonsets) && reading.daemonSetRecord(`${namespace}/${name}`) === undefined;
  const [, node] = NODE_PATH.exec(path) ?? [];
  return node !== undefined && hasSynced(sources().nodes) && reading.nodeRecord(node) === undefined;
}

/** Plugin: serves the page and its files. A browser gets the page with 404 if its path is unknown, or names a missing
 *  DaemonSet or node. Files with a hash in the name never change; the page itself is never cached. */
export function assetRoutes(
  app: FastifyInstance,
  { assets, clusters, authenticator }: { readonly assets: Assets; readonly clusters: Clusters; readonly authenticator: Authenticator },
): void {
  const pages = new Map<string, StaticAsset>();
  const pageAt = (path: string, more = "", early = ""): StaticAsset => {
    if (assets.index === undefined)
      throw new ApiFailure(503, "PageNotBuilt", "The page was not built: run `npm run build`, then start the server again.");
    const page = renderIndex(assets.index, path, `${more}${early}`);
    // The page of one session, sign-in or cluster: not cached for others.
    if (more !== "") return new StaticAsset(Buffer.from(page, "utf8"), ".html");
    let asset = pages.get(page);
    if (asset === undefined) {
      asset = new StaticAsset(Buffer.from(page, "utf8"), ".html");
      pages.set(page, asset);
    }
    return asset;
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, asset: StaticAsset, cacheControl: string) => {
    const isKnown = request.headers["if-none-match"] === asset.etag;
    const encoding = asset.encodingFor(request.headers["accept-encoding"]);
    // Before any header is set, because the error handler answers if the file cannot be read.
    const bytes = isKnown ? undefined : await asset.bytes(encoding);
    reply.headers({ "cache-control": cacheControl, etag: asset.etag, vary: "accept-encoding, accept" }).type(asset.type);
    if (bytes === undefined) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(bytes);
  };
  app.get(PAGES, { config: { access: "page", kind: kindOfPath } }, async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const asset = assets.byPath.get(path);
    if (asset !== undefined)
      return send(request, reply, asset, path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    const start = docsStart(path);
    if (start !== undefined) return reply.header("cache-control", "no-cache").redirect(start, 307);
    if (request.principal === undefined && authenticator.signIn !== undefined && !isDocsPath(path)) {
      const facts = metaOf(SIGN_IN_META, JSON.stringify(authenticator.signIn.factsOf(request)));
      const name = request.clusterName;
      // If users sign in per cluster, the page posts the sign-in below the cluster's name.
      const clusterMeta = clusters.several === undefined && name === undefined ? "" : metaOf(CLUSTER_META_NAME, name ?? "");
      const page = pageAt(askedPath(request, path, name), `${facts}${clusterMeta}`);
      return send(request, reply.code(401), page, "no-store");
    }
    const viewer = request.principal;
    const session =
      authenticator === OPEN_AUTHENTICATOR || viewer === undefined
        ? ""
        : metaOf(SESSION_META, viewer.kind === "owner" ? "owner" : viewer.sessionId);
    const part = clusters.find(request);
    const name = request.clusterName;
    const clusterMeta =
      clusters.several === undefined && name === undefined ? "" : metaOf(CLUSTER_META_NAME, part === undefined ? "" : (name ?? ""));
    const isSmall = part !== undefined && hasAccessScope(request) && rowCount(part.liveOf(request).log.state.rows) <= MAX_NODES_EARLY;
    const early = isSmall ? earlyKeyframe(name) : "";
    const page = () => pageAt(askedPath(request, path, name), `${session}${clusterMeta}`, early);
    const isPage = part === undefined ? isPageOfAll(path) && name === undefined : isPagePath(path);
    if (isPage) {
      const isMissing = part !== undefined && hasAccessScope(request) && namesMissingObject(path, part.readingOf(request));
      return send(request, reply.code(isMissing ? 404 : 200), page(), "no-store");
    }
    reply.header("vary", "accept");
    if (isMistypedPage(path, request.headers.accept)) return send(request, reply.code(404), page(), "no-store");
    throw new ApiFailure(404, "NotFound", "There is nothing at this path.");
  });
}
