import { execFile } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { isJson, type Json, objectField, objectsField, textField } from "../decode/fields.ts";
import { systemTimers } from "../flow-control/clock.ts";
import { headerText } from "../http/header-text.ts";
import { KubeRequestError } from "../http/request-error.ts";

/** The credential that a plugin returned. */
interface ExecCredential {
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The expiry time. If undefined, the credential is valid until the server refuses it. */
  readonly expiresAtMs?: number;
}

interface ExecCredentialOptions {
  /** `users[].user.exec` of the kubeconfig. */
  readonly exec: Json;
  readonly userName: string;
  /** The cluster as it is passed to plugins that request it (provideClusterInfo). */
  readonly cluster: Json;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  /** A monotonic clock in milliseconds; the system's if undefined. */
  readonly elapsedMs?: () => number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const RENEW_BEFORE_MS = 60_000;
/** client-go supports no others since 1.24. */
const API_VERSIONS: readonly unknown[] = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];
/** Minimum wait after a failed run. It doubles with each further failure up to `RETRY_LIMIT_MS`. */
const RETRY_FIRST_MS = 2000;
const RETRY_LIMIT_MS = 60_000;
/** From the second consecutive credential that the API server refuses within this time, the plugin waits for a
 *  backoff. */
const EARLY_REFUSAL_MS = 60_000;

function execInfoJson({ exec, cluster }: ExecCredentialOptions): string {
  const clusterInfo = {
    server: cluster.server,
    "tls-server-name": cluster["tls-server-name"],
    "insecure-skip-tls-verify": cluster["insecure-skip-tls-verify"],
    "certificate-authority-data": cluster["certificate-authority-data"],
    "proxy-url": cluster["proxy-url"],
  };
  return JSON.stringify({
    apiVersion: exec.apiVersion,
    kind: "ExecCredential",
    spec: { interactive: false, ...(exec.provideClusterInfo === true ? { cluster: clusterInfo } : {}) },
  });
}

/** Runs the plugin of a user like kubectl, and caches the credential until shortly before it expires. Invariants:
 *  at most one run at a time; after a failed run no run before the backoff ends, regardless of the number of
 *  requests. The plugin's stderr is never shown: it may contain secrets. Source: client-go
 *  plugin/pkg/client/auth/exec. */
export class ExecCredentials {
  readonly #options: ExecCredentialOptions;
  readonly #elapsedMs: () => number;
  #running: Promise<ExecCredential> | undefined;
  #cached: ExecCredential | undefined;
  #issuedAtMs = Number.NEGATIVE_INFINITY;
  /** Failed runs since the last good one. */
  #failures = 0;
  /** Consecutive credentials that the API server refused within `EARLY_REFUSAL_MS`. */
  #refusals = 0;
  #failure: { readonly error: KubeRequestError; readonly untilMs: number } | undefined;

  constructor(options: ExecCredentialOptions) {
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? systemTimers.elapsedMs;
  }

  /** Throws KubeRequestError `credentials`; during the backoff the error of the last run or refusal. */
  current(): Promise<ExecCredential> {
    const cached = this.#cached;
    if (cached !== undefined && (cached.expiresAtMs === undefined || cached.expiresAtMs - RENEW_BEFORE_MS > this.#options.nowMs()))
      return Promise.resolve(cached);
    if (this.#running !== undefined) return this.#running;
    if (this.#failure !== undefined && this.#elapsedMs() < this.#failure.untilMs) return Promise.reject(this.#failure.error);
    this.#running = this.#runOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Drops the credential that the server refused. The plugin runs again at once, unless this credential and the
   *  previous one were refused within `EARLY_REFUSAL_MS`. */
  drop(): void {
    if (this.#cached === undefined) return;
    this.#cached = undefined;
    this.#refusals = this.#elapsedMs() - this.#issuedAtMs < EARLY_REFUSAL_MS ? this.#refusals + 1 : 0;
    if (this.#refusals > 1) this.#backOff(this.#refusals - 2, this.#pluginError("gave a credential that the API server refuses"));
  }

  async #runOnce(): Promise<ExecCredential> {
    try {
      const credential = await this.#run();
      this.#cached = credential;
      this.#issuedAtMs = this.#elapsedMs();
      this.#failures = 0;
      return credential;
    } catch (error) {
      if (error instanceof KubeRequestError) this.#backOff(this.#failures++, error);
      throw error;
    }
  }

  #backOff(times: number, error: KubeRequestError): void {
    const waitMs = Math.min(RETRY_LIMIT_MS, RETRY_FIRST_MS * 2 ** Math.min(times, 16));
    this.#failure = { error, untilMs: this.#elapsedMs() + waitMs };
  }

  #pluginError(why: string): KubeRequestError {
    const command = textField(this.#options.exec, "command") ?? "";
    return new KubeRequestError(
      "credentials",
      `the credential plugin "${command.slice(0, 200)}" of user "${this.#options.userName}" ${why}; run kubectl get nodes with the same context to see what it says`,
    );
  }

  #run(): Promise<ExecCredential> {
    const { exec, environment, timeoutMs = TIMEOUT_MS } = this.#options;
    const command = textField(exec, "command") ?? "";
    if (command === "") return Promise.reject(this.#pluginError("is not named: exec.command is empty"));
    if (!API_VERSIONS.includes(exec.apiVersion))
      return Promise.reject(
        this.#pluginError(`has ${inQuotes(exec.apiVersion)} as exec.apiVersion, which must be ${API_VERSIONS.join(" or ")}`),
      );
    const args = (Array.isArray(exec.args) ? exec.args : []).filter((argument): argument is string => typeof argument === "string");
    const execEnv = objectsField(exec, "env").map((entry) => [String(entry.name), String(entry.value ?? "")] as const);
    const env = { ...environment, ...Object.fromEntries(execEnv), KUBERNETES_EXEC_INFO: execInfoJson(this.#options) };
    return new Promise((resolve, reject) => {
      const ended = (error: Error | null, stdout: string) => {
        if (error !== null) return reject(this.#pluginError(whyEnded(error, timeoutMs)));
        const credential = readCredential(stdout, exec.apiVersion);
        if (typeof credential === "string") reject(this.#pluginError(credential));
        else resolve(credential);
      };
      try {
        const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true } as const;
        // A plugin that prompts gets no input here, and must not wait for it.
        execFile(command, args, { env, ...limits }, ended).stdin?.end();
      } catch (cause) {
        // Node rejects a NUL in the command, its arguments or its environment before it starts anything.
        reject(this.#pluginError(`cannot be started (${String((cause as NodeJS.ErrnoException).code)})`));
      }
    });
  }
}

/** Returns the end of a sentence about a plugin that failed. */
function whyEnded(error: Error, timeoutMs: number): string {
  const { code, killed } = error as { readonly code?: string | number; readonly killed?: boolean };
  if (code === "ENOENT") return "is not installed, or not in PATH";
  if (code === "EACCES") return "may not be run";
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "wrote more than 1 MB";
  if (killed === true) return `did not end in ${timeoutMs / 1000} s`;
  return `ended with ${typeof code === "number" ? `code ${code}` : "a signal"}`;
}

const inQuotes = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : "nothing");

/** Reports whether a certificate and its key can be used. */
function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Returns the credential in a plugin's output, or the end of a sentence with the reason why there is none. */
function readCredential(stdout: string, apiVersion: unknown): ExecCredential | string {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return "wrote no JSON";
  }
  if (!isJson(answer) || answer.kind !== "ExecCredential") return "wrote no ExecCredential";
  if (answer.apiVersion !== apiVersion)
    return `gave an ExecCredential of ${inQuotes(answer.apiVersion)}, and exec.apiVersion in the kubeconfig is ${inQuotes(apiVersion)}`;
  const status = objectField(answer, "status");
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = status;
  const expiresAtMs = typeof expirationTimestamp === "string" ? Date.parse(expirationTimestamp) : Number.NaN;
  const credential: ExecCredential = {
    ...(typeof token === "string" && token !== "" ? { token } : {}),
    ...(typeof clientCertificateData === "string" && typeof clientKeyData === "string"
      ? { cert: clientCertificateData, key: clientKeyData }
      : {}),
    ...(Number.isNaN(expiresAtMs) ? {} : { expiresAtMs }),
  };
  if (credential.token !== undefined && headerText(credential.token) === undefined) return "gave a token that no HTTP header can carry";
  if (credential.cert !== undefined && !isPair(credential.cert, credential.key ?? ""))
    return "gave a certificate and a key that cannot be used: both must be PEM, and of one pair";
  return credential.token === undefined && credential.cert === undefined ? "gave neither a token nor a certificate" : credential;
}
