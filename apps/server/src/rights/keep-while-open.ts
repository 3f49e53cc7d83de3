import type { FastifyReply, FastifyRequest } from "fastify";
import { viewerOf } from "../viewers/viewer-of.ts";
import type { RightsDesk, UnderWay } from "./rights-desk.ts";
import { sightOf } from "./sights.ts";

/** Called before a streaming response begins. Throws ApiFailure if the user has too many of them. */
export function requireRoom(
  rights: RightsDesk | undefined,
  request: Pick<FastifyRequest, "url">,
  wanted: Pick<UnderWay, "kind" | "size">,
): void {
  const viewer = viewerOf(request);
  if (viewer.kind === "person") rights?.requireRoom(viewer, wanted);
}

/** Ends a user's streaming response if their rights change; `underWay` has the callback. */
export function keepWhileOpen(
  rights: RightsDesk | undefined,
  request: Pick<FastifyRequest, "url">,
  raw: FastifyReply["raw"],
  underWay: UnderWay,
): void {
  const viewer = viewerOf(request);
  if (rights === undefined || viewer.kind === "owner") return;
  const giveBack = rights.keep(viewer, sightOf(request), underWay);
  raw.on("close", giveBack);
}
