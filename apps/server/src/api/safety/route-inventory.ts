import type { FastifyRequest, RouteOptions } from "fastify";
import type { RequestKind } from "./request-guard.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of the route's requests, `data` by default. A function is for a route of unrelated paths. */
    readonly kind?: RequestKind | ((path: string) => RequestKind);
  }
  interface FastifyInstance {
    readonly routeInventory: RouteInventory;
  }
}

/** All routes of a server, and the kind of each request. */
export class RouteInventory {
  readonly routes: RouteOptions[] = [];
  readonly #kinds = new Map<string, RequestKind>();
  /** Kinds of paths below a prefix, from routes whose URL ends with a wildcard. */
  readonly #kindsBelow: (readonly [prefix: string, kind: RequestKind])[] = [];

  /** Called for each route (`onRoute`). */
  add(route: RouteOptions): void {
    this.routes.push(route);
    const { url } = route;
    const kind = route.config?.kind ?? "data";
    if (typeof kind === "function") return;
    if (url.endsWith("/*")) this.#kindsBelow.push([url.slice(0, -1), kind]);
    // If one URL has data and commands, its other methods get the answer of data.
    else if (this.#kinds.get(url) !== "data") this.#kinds.set(url, kind);
  }

  /**
   * Returns the kind of a request before its method is checked. A method that no route offers matches the page's route,
   * or none; then the path decides, so that the answer names the right method.
   */
  kindOf({ routeOptions }: Pick<FastifyRequest, "routeOptions">, path: string): RequestKind {
    const kind = routeOptions.config?.kind;
    if (routeOptions.url !== undefined && typeof kind !== "function") return kind ?? "data";
    const [, below] = this.#kindsBelow.find(([prefix]) => path.startsWith(prefix)) ?? [];
    return this.#kinds.get(path) ?? below ?? (typeof kind === "function" ? kind(path) : "data");
  }
}
