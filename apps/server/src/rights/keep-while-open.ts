import type { FastifyReply, FastifyRequest } from "fastify";
import { viewerOf } from "../viewers/viewer-of.ts";
import type { RightsDesk } from "./rights-desk.ts";
import { sightOf } from "./sights.ts";

/** What goes on for a person ends when their rights are others; `end` says how. */
export function keepWhileOpen(
  rights: RightsDesk | undefined,
  request: Pick<FastifyRequest, "url">,
  raw: FastifyReply["raw"],
  end: () => void,
): void {
  const viewer = viewerOf(request);
  if (rights === undefined || viewer.kind === "owner") return;
  const giveBack = rights.keep(viewer, sightOf(request), { end });
  raw.on("close", giveBack);
}
