import { execFile } from "node:child_process";
import { isJson, type Json, objectField, objectsField, textField } from "./decode/fields.ts";
import { KubeRequestError } from "./kube-request-error.ts";

/** What a credential plugin gave. */
export interface ExecCredential {
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  /** When it is no longer good; absent: until the server refuses it. */
  readonly expiresAtMs?: number;
}

export interface ExecCredentialOptions {
  /** `users[].user.exec` of the kubeconfig. */
  readonly exec: Json;
  readonly userName: string;
  /** The cluster as plugins are told of it, where they ask to be. */
  readonly cluster: Json;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const LIMIT_BYTES = 1024 * 1024;
const RENEW_BEFORE_MS = 60_000;
const API_VERSION = "client.authentication.k8s.io/v1";

function informationFor({ exec, cluster }: ExecCredentialOptions): string {
  const told = {
    server: cluster.server,
    "tls-server-name": cluster["tls-server-name"],
    "insecure-skip-tls-verify": cluster["insecure-skip-tls-verify"],
    "certificate-authority-data": cluster["certificate-authority-data"],
    "proxy-url": cluster["proxy-url"],
  };
  return JSON.stringify({
    apiVersion: textField(exec, "apiVersion") ?? API_VERSION,
    kind: "ExecCredential",
    spec: { interactive: false, ...(exec.provideClusterInfo === true ? { cluster: told } : {}) },
  });
}

/** Runs the plugin of a user as kubectl does, at most once at a time, and keeps what it gave until shortly before it expires.
 *  What the plugin writes to stderr is never shown: it may hold what it should not. Source: client-go plugin/pkg/client/auth/exec. */
export class ExecCredentials {
  readonly #options: ExecCredentialOptions;
  #running: Promise<ExecCredential> | undefined;
  #known: ExecCredential | undefined;

  constructor(options: ExecCredentialOptions) {
    this.#options = options;
  }

  /** Throws KubeRequestError `credentials`. */
  current(): Promise<ExecCredential> {
    const known = this.#known;
    if (known !== undefined && (known.expiresAtMs === undefined || known.expiresAtMs - RENEW_BEFORE_MS > this.#options.nowMs()))
      return Promise.resolve(known);
    this.#running ??= this.#run()
      .then((credential) => {
        this.#known = credential;
        return credential;
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** The server refused what is known. */
  drop(): void {
    this.#known = undefined;
  }

  #failed(why: string): KubeRequestError {
    const command = textField(this.#options.exec, "command") ?? "";
    return new KubeRequestError(
      "credentials",
      `the credential plugin "${command.slice(0, 200)}" of user "${this.#options.userName}" ${why}; run kubectl get nodes with the same context to see what it says`,
    );
  }

  #run(): Promise<ExecCredential> {
    const { exec, environment, timeoutMs = TIMEOUT_MS } = this.#options;
    const command = textField(exec, "command") ?? "";
    if (command === "") return Promise.reject(this.#failed("is not named: exec.command is empty"));
    const args = (Array.isArray(exec.args) ? exec.args : []).filter((argument): argument is string => typeof argument === "string");
    const own = objectsField(exec, "env").map((entry) => [String(entry.name), String(entry.value ?? "")] as const);
    const env = { ...environment, ...Object.fromEntries(own), KUBERNETES_EXEC_INFO: informationFor(this.#options) };
    return new Promise((done, failed) => {
      const child = execFile(
        command,
        args,
        { env, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: LIMIT_BYTES, windowsHide: true },
        (error, stdout) => {
          if (error === null) {
            const credential = readCredential(stdout);
            if (typeof credential === "string") failed(this.#failed(credential));
            else done(credential);
            return;
          }
          const { code, killed } = error as { readonly code?: string | number; readonly killed?: boolean };
          if (code === "ENOENT") failed(this.#failed("is not installed, or not in PATH"));
          else if (code === "EACCES") failed(this.#failed("may not be run"));
          else if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") failed(this.#failed("wrote more than 1 MB"));
          else if (killed) failed(this.#failed(`did not end in ${timeoutMs / 1000} s`));
          else failed(this.#failed(`ended with ${typeof code === "number" ? `code ${code}` : "a signal"}`));
        },
      );
      // A plugin that asks a person gets no answer here, and must not wait for one.
      child.stdin?.end();
    });
  }
}

/** The credential in what a plugin wrote, or the end of a sentence why there is none. */
function readCredential(stdout: string): ExecCredential | string {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return "wrote no JSON";
  }
  if (!isJson(answer) || answer.kind !== "ExecCredential") return "wrote no ExecCredential";
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
  return credential.token === undefined && credential.cert === undefined ? "gave neither a token nor a certificate" : credential;
}
