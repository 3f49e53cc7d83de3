import type { SignInFacts } from "@daemonscope/shared/http/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiFailure } from "../safety/api-failure.ts";
import { OWNER, type Viewer } from "./viewer.ts";

/** Signing in at a provider: the browser goes there, and comes back. */
export interface ProviderWay {
  /** Gives where to go. `to`: the path to come back to in the end. Throws ApiFailure. */
  readonly begin: (request: FastifyRequest, reply: FastifyReply, to: string) => Promise<string>;
  /** Gives the path to come back to. Throws ApiFailure. */
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
}

/** How people sign in by themselves. */
export interface SignIn {
  readonly factsOf: (request: FastifyRequest) => SignInFacts;
  /** Throws ApiFailure with what is wrong with the token. */
  readonly withToken: (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<void>;
  /** With the secret of the address that the server printed. */
  readonly withLaunch: (request: FastifyRequest, reply: FastifyReply, secret: string) => Promise<void>;
  /** Where a provider vouches for people. */
  readonly byProvider?: ProviderWay;
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Who is let in, and as whom. */
export interface Door {
  /** Undefined where the request brings nothing that says who asks. Throws ApiFailure for what is brought and not taken. */
  viewerOf(request: FastifyRequest): Viewer | undefined;
  /** What somebody is told who brings nothing; as `notSignedIn` where absent. */
  nobody?(): ApiFailure;
  /** Told of each request that was let in, before it is answered. */
  onAdmitted?(request: FastifyRequest, reply: FastifyReply): void;
  /** `tell` is called with the viewer's session id when that is over: nothing that is kept under it is needed any more. */
  whenOver?(tell: (sessionId: string) => void): void;
  /** Absent where nobody signs in here. */
  readonly signIn?: SignIn;
}

/** `--auth none`: whoever reaches the server is its owner. */
export const OPEN_DOOR: Door = { viewerOf: () => OWNER };
