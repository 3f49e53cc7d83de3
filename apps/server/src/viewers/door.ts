import type { FastifyRequest } from "fastify";
import { OWNER, type Viewer } from "./viewer.ts";

/** Who is let in, and as whom. */
export interface Door {
  /** Undefined where the request brings nothing that says who asks. Throws ApiFailure for what is brought and not taken. */
  viewerOf(request: FastifyRequest): Viewer | undefined;
}

/** `--auth none`: whoever reaches the server is its owner. */
export const OPEN_DOOR: Door = { viewerOf: () => OWNER };
