import type { FastifyRequest } from "fastify";

/** What a route needs before it answers. A route that declares nothing (`config: { access }`) needs `cluster`.
 *  - `none`: no user. The answer names no object of a cluster.
 *  - `page`: the page and its files. A user gets the page, and within their rights its first data.
 *  - `user`: a signed-in user, with or without rights.
 *  - `clusters`: a signed-in user. The route itself gives of each cluster what that user may see there.
 *  - `ownRights`: a signed-in user, and the cluster that the URL names. It is answered without rights too.
 *  - `cluster`: rights in the cluster that the URL names. */
export type Access = "none" | "page" | "user" | "clusters" | "ownRights" | "cluster";

declare module "fastify" {
  interface FastifyContextConfig {
    readonly access?: Access;
  }
}

export const accessOf = ({ routeOptions }: Pick<FastifyRequest, "routeOptions">): Access => routeOptions.config?.access ?? "cluster";
