import { errorMessage } from "@daemonscope/kube/base/error-message";
import { parseJson } from "@daemonscope/kube/base/parse-json";
import {
  CONFIG_LIMIT_BYTES,
  FileRefused,
  readSmallFile,
  SECRET_LIMIT_BYTES,
  unreadable,
} from "@daemonscope/kube-client/connect/small-file";
import { isJson } from "@daemonscope/kube-client/decode/fields";
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  PermissionViolationError,
  type TlsOptions,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { EngineOptions } from "./engine-options.ts";

const CONNECT_TIMEOUT_MS = 5000;
/** The seed of an nkey, in the format of `nk -gen user`. */
const SEED = /^\s*(SU[A-Z2-7]{40,80})\s*$/m;
const FORMATS = "a .creds file of nsc, the seed of an nkey (SU…), or JSON with user and password, or with token";

function readableFile(flag: string, path: string): string {
  try {
    return readSmallFile(path, { limitBytes: CONFIG_LIMIT_BYTES }).toString("utf8");
  } catch (error) {
    throw new UsageError(`--${flag} names ${path}, which ${unreadable(error)}.`);
  }
}

/**
 * Returns the credentials in a file, which is read again at each connection. If the file is missing or holds no
 * credentials, the last ones are used. An authenticator that throws makes the client close for good.
 */
export function credentialsIn(path: string, first: string, holdsCredentials: (text: string) => boolean): () => string {
  let last = first;
  return () => {
    try {
      const text = readSmallFile(path, { limitBytes: SECRET_LIMIT_BYTES }).toString("utf8");
      if (holdsCredentials(text)) last = text;
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
    }
    return last;
  };
}

const CREDS = "BEGIN NATS USER JWT";

/**
 * Returns the authenticator for a credentials file. A renewed file takes effect at the next connection. Throws
 * UsageError.
 */
function authenticatorOf(path: string): Authenticator {
  const text = readableFile("engine-credentials", path);
  const bytes = (value: string) => new TextEncoder().encode(value);
  if (text.includes(CREDS)) {
    const currentText = credentialsIn(path, text, (read) => read.includes(CREDS) && SEED.test(read));
    return credsAuthenticator(() => bytes(currentText()));
  }
  if (SEED.test(text)) {
    const currentText = credentialsIn(path, text, (read) => SEED.test(read));
    return nkeyAuthenticator(() => bytes(SEED.exec(currentText())?.[1] ?? ""));
  }
  const fields = parseJson(text);
  const currentText = credentialsIn(path, text, (read) => isJson(parseJson(read)));
  const read = (name: string) => () => {
    const value = parseJson(currentText());
    return isJson(value) ? String(value[name] ?? "") : "";
  };
  if (isJson(fields) && typeof fields.user === "string" && typeof fields.password === "string")
    return usernamePasswordAuthenticator(read("user"), read("password"));
  if (isJson(fields) && typeof fields.token === "string") return tokenAuthenticator(read("token"));
  throw new UsageError(`--engine-credentials names ${path}, which holds no credentials: it is ${FORMATS}.`);
}

const isTlsRequested = ({
  url,
  authority,
  certificate,
}: Pick<EngineOptions, "url"> & Record<"authority" | "certificate", string | undefined>): boolean =>
  authority !== undefined || certificate !== undefined || url.split(",").some((part) => part.startsWith("tls:"));

/** Returns the TLS options; undefined if neither the address nor a flag requests TLS. Throws UsageError. */
function tlsOf({ url, authority, certificate, key }: EngineOptions): TlsOptions | undefined {
  if (authority !== undefined) readableFile("engine-ca", authority);
  if (certificate !== undefined) readableFile("engine-cert", certificate);
  if (key !== undefined) readableFile("engine-key", key);
  if (!isTlsRequested({ url, authority, certificate })) return undefined;
  return {
    ...(authority === undefined ? {} : { caFile: authority }),
    ...(certificate === undefined ? {} : { certFile: certificate }),
    ...(key === undefined ? {} : { keyFile: key }),
  };
}

/** Returns the codes and messages of an error and its causes. */
function codesOf(error: unknown): string {
  const codes: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause)
    codes.push(String((each as NodeJS.ErrnoException).code ?? ""), each.message);
  return codes.join(" ");
}

/** Returns the reason why an engine was not reached, and the remedy: one sentence without a full stop. */
function connectionProblem(error: unknown, { url, credentials, authority, certificate }: EngineOptions): string {
  const codes = codesOf(error);
  if (error instanceof Error && error.name === "AuthorizationError")
    return credentials === undefined
      ? `The engine at ${url} asks for credentials: name a file that has them with --engine-credentials`
      : `The engine at ${url} refuses the credentials in ${credentials}: they are of another engine or account, were revoked, or have expired`;
  if (/does not support 'tls'/.test(codes)) return `The engine at ${url} speaks no TLS: turn it on there, or give its address as nats://`;
  if (/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(codes))
    return `The certificate of the engine at ${url} is not valid now: renew it, or look at this machine's clock`;
  if (/ALTNAME_INVALID/.test(codes))
    return `The certificate of the engine at ${url} is made out to another name: give the engine's address by the name that it has`;
  if (/SELF_SIGNED|UNABLE_TO_|CERT_/.test(codes))
    return authority === undefined
      ? `The certificate of the engine at ${url} is signed by an unknown authority: name the authority's certificate with --engine-ca`
      : `The certificate of the engine at ${url} is not signed by the authority in ${authority} (--engine-ca)`;
  if (/certificate required|bad certificate|unknown ca|handshake failure/i.test(codes))
    return certificate === undefined
      ? `The engine at ${url} asks for a client certificate: name it and its key with --engine-cert and --engine-key`
      : `The engine at ${url} refuses the client certificate in ${certificate}`;
  // With TLS 1.3 the engine closes the connection without an error if a client certificate is missing.
  const hint =
    /timeout/i.test(codes) && certificate === undefined && isTlsRequested({ url, authority, certificate })
      ? "; where it asks for a client certificate, name that and its key with --engine-cert and --engine-key"
      : "";
  return `No engine answers at ${url}: ${errorMessage(error)}${hint}`;
}

/**
 * Connects to an engine, and reconnects while the connection is open. `inbox`: prefix of the subjects for replies;
 * default: the one that all clients share. Throws UsageError with the problem.
 */
export async function connectToEngine(choice: EngineOptions, inbox: string | undefined): Promise<NatsConnection> {
  const { url, credentials } = choice;
  const authenticator = credentials === undefined ? undefined : authenticatorOf(credentials);
  const tls = tlsOf(choice);
  try {
    return await connect({
      servers: url.split(","),
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 2000,
      maxPingOut: 2,
      ...(inbox === undefined ? {} : { inboxPrefix: inbox }),
      // Reconnects after rejected credentials, because the file may be renewed.
      ignoreAuthErrorAbort: true,
      ...(authenticator === undefined ? {} : { authenticator }),
      ...(tls === undefined ? {} : { tls }),
    });
  } catch (error) {
    throw new UsageError(`${connectionProblem(error, choice)}.`);
  }
}

/** Returns the missing permission, one sentence without a full stop; undefined for another error. */
export function permissionProblem(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof PermissionViolationError) {
      const { operation, subject } = each;
      return `the engine does not let these credentials ${operation === "subscription" ? "subscribe" : "publish"} to ${subject}: give them that permission (docs/log.md)`;
    }
  return undefined;
}
