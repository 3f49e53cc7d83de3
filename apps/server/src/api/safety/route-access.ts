import type { FastifyRequest } from "fastify";

/** Precondition of a route. A route that declares nothing (`config: { access }`) needs `cluster`.
 *  - `none`: no user. The answer names no object of a cluster.
 *  - `page`: the page and its files. A user gets the page, and within their rights its first data.
 *  - `user`: a signed-in user, with or without rights.
 *  - `clusters`: a signed-in user. The route itself limits its answer to the user's rights in each cluster.
 *  - `ownRights`: a signed-in user, and the cluster in the URL. A user without rights gets an answer too.
 *  - `cluster`: rights in the cluster in the URL. */
export type Access = "none" | "page" | "user" | "clusters" | "ownRights" | "cluster";

declare module "fastify" {
  interface FastifyContextConfig {
    readonly access?: Access;
  }
}

export const accessOf = ({ routeOptions }: Pick<FastifyRequest, "routeOptions">): Access => routeOptions.config?.access ?? "cluster";
