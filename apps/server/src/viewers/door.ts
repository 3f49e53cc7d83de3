import type { SignInFacts } from "@daemonscope/shared/http/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import { OWNER, type Viewer } from "./viewer.ts";

/** How people sign in by themselves. */
export interface SignIn {
  readonly facts: SignInFacts;
  /** Throws ApiFailure with what is wrong with the token. */
  readonly withToken: (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<void>;
  /** With the secret of the address that the server printed. */
  readonly withLaunch: (request: FastifyRequest, reply: FastifyReply, secret: string) => Promise<void>;
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Who is let in, and as whom. */
export interface Door {
  /** Undefined where the request brings nothing that says who asks. Throws ApiFailure for what is brought and not taken. */
  viewerOf(request: FastifyRequest): Viewer | undefined;
  /** Told of each request that was let in, before it is answered. */
  onAdmitted?(request: FastifyRequest, reply: FastifyReply): void;
  /** Absent where nobody signs in here. */
  readonly signIn?: SignIn;
}

/** `--auth none`: whoever reaches the server is its owner. */
export const OPEN_DOOR: Door = { viewerOf: () => OWNER };
