import type { FastifyReply, FastifyRequest } from "fastify";
import { principalOf } from "../auth/request-principal.ts";
import type { AccessControl, OpenStream } from "./access-control.ts";

/** Call before a streaming response begins. Throws ApiFailure if the user has too many such responses. */
export function requireStreamQuota(
  rights: AccessControl | undefined,
  request: Pick<FastifyRequest, "principal">,
  wanted: Pick<OpenStream, "kind" | "size">,
): void {
  const viewer = principalOf(request);
  if (viewer.kind === "person") rights?.requireRoom(viewer, wanted);
}

/** Ends a user's streaming response if their rights change; `underWay` has the callback. */
export function closeOnRightsChange(
  rights: AccessControl | undefined,
  request: Pick<FastifyRequest, "principal" | "accessScope">,
  raw: FastifyReply["raw"],
  underWay: OpenStream,
): void {
  const viewer = principalOf(request);
  if (rights === undefined || viewer.kind === "owner") return;
  const unregister = rights.keep(viewer, request.accessScope, underWay);
  raw.on("close", unregister);
}
