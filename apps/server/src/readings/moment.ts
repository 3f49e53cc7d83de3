import { HISTORICAL_PATHS, MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { parseTime } from "@daemonscope/shared/http/moment";
import type { FastifyRequest } from "fastify";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import type { Readings } from "./readings.ts";

/** Parses a moment from a URL: RFC 3339, or milliseconds since the epoch. Throws ApiFailure for invalid text. */
export function parseMoment(text: unknown, name = MOMENT_PARAMETER): number {
  if (typeof text !== "string") throw new ApiFailure(400, "BadMoment", `The parameter ${name} is given twice: once is needed.`);
  const atMs = parseTime(text);
  if (atMs === undefined)
    throw new ApiFailure(
      400,
      "BadMoment",
      `The parameter ${name} is no time: it must look like 2026-01-31T12:00:00Z, or be milliseconds since 1970.`,
    );
  return atMs;
}

/** Selects the past reading for a request that names a moment. Throws ApiFailure if its path has only live answers. */
export async function selectMoment(readings: Pick<Readings, "goBack">, request: FastifyRequest, path: string): Promise<void> {
  const { [MOMENT_PARAMETER]: text } = request.query as Readonly<Record<string, unknown>>;
  if (text === undefined || !path.startsWith("/api/")) return;
  const atMs = parseMoment(text);
  if (!HISTORICAL_PATHS.has(path))
    throw new ApiFailure(
      400,
      "OnlyNow",
      "This is read from the cluster on request, and no history of it is kept: leave out the moment (at).",
    );
  await readings.goBack(request, atMs);
}
