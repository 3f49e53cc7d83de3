import type { SignInFacts } from "@daemonscope/shared/http/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiFailure } from "../../platform/failure/api-failure.ts";
import { type Principal, SERVER_OWNER } from "./principal.ts";

/** Sign-in at a provider: the browser goes there, and comes back. */
export interface ProviderFlow {
  /** Returns the provider's address. `to`: the path to which the browser finally returns. Throws ApiFailure. */
  readonly begin: (request: FastifyRequest, reply: FastifyReply, to: string) => Promise<string>;
  /** Returns the path to which the browser returns. Throws ApiFailure. */
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
}

/** The ways to sign in. */
export interface SignInMethods {
  readonly factsOf: (request: FastifyRequest) => SignInFacts;
  /** Throws ApiFailure if the token is refused, with the reason. */
  readonly withToken: (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<void>;
  /** Signs in with the secret of the address that the server printed. */
  readonly withLaunch: (request: FastifyRequest, reply: FastifyReply, secret: string) => Promise<void>;
  /** Signs in at a provider, if the server has one. */
  readonly byProvider?: ProviderFlow;
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Authenticates requests. */
export interface Authenticator {
  /** Returns undefined if the request has no credentials or no valid session. Throws ApiFailure if its credentials are
   *  refused. */
  viewerOf(request: FastifyRequest): Principal | undefined;
  /** Returns the error for a request without credentials; `unauthenticated` by default. */
  missingCredentialsError?(): ApiFailure;
  /** Called for each authenticated request, before its response. */
  onAdmitted?(request: FastifyRequest, reply: FastifyReply): void;
  /** Registers a callback for the session id of each ended session. Data stored under that id is no longer needed. */
  whenOver?(listener: (sessionId: string) => void): void;
  /** Undefined if the server has no sign-in. */
  readonly signIn?: SignInMethods;
}

/** `--auth none`: every request has the owner's access. */
export const OPEN_AUTHENTICATOR: Authenticator = { viewerOf: () => SERVER_OWNER };
