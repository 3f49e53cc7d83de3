import { Buffer } from "node:buffer";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import type { Json } from "../decode/fields.ts";
import { ConnectionError, REMEDY } from "../http/connection-error.ts";
import { headerText, NO_HEADER } from "../http/header-text.ts";
import type { ChosenContext } from "./choose-context.ts";
import { CONFIG_LIMIT_BYTES, readSmallFile, SECRET_LIMIT_BYTES, unreadable } from "./small-file.ts";

/** The certificates and the key of a context. */
export interface TlsFiles {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

export const textOf = (entry: Json, field: string): string | undefined => {
  const value = entry[field];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Reads the files that a context names, each time they are needed. Throws ConnectionErrors with the file, the cause
 *  and the remedy. `check` reads a pipe once and keeps its content. */
export class CredentialFiles {
  readonly #piped = new Map<string, Buffer>();

  /** Checks all files and data of a context before the first request. Plain http uses none, so that nothing is
   *  checked. */
  check({ cluster, user, userName, server }: ChosenContext): void {
    if (server.protocol === "http:") return;
    for (const [entry, field] of [
      [cluster, "certificate-authority"],
      [user, "client-certificate"],
      [user, "client-key"],
      [user, "tokenFile"],
    ] as const)
      this.#keepPipe(entry, field);
    const { ca, cert, key } = this.tls(cluster, user);
    if (ca !== undefined) parsed("certificate authority", "certificate-authority(-data)", () => new X509Certificate(ca));
    if (cert !== undefined)
      parsed(`client certificate of user "${userName}"`, "client-certificate(-data)", () => new X509Certificate(cert));
    if (key !== undefined) parsed(`client key of user "${userName}"`, "client-key(-data)", () => createPrivateKey(key));
    if ((cert === undefined) !== (key === undefined))
      throw new ConnectionError(
        `user "${userName}" has a client ${cert === undefined ? "key without a certificate" : "certificate without a key"}: ${REMEDY}`,
      );
    this.token(user, userName);
  }

  /** Returns the certificates and the key. Like in kubectl, data in the kubeconfig take precedence over a file. */
  tls(cluster: Json, user: Json): TlsFiles {
    const ca = this.#content(cluster, "certificate-authority", "certificate authority");
    const cert = this.#content(user, "client-certificate", "client certificate");
    const key = this.#content(user, "client-key", "client key");
    return { ...(ca === undefined ? {} : { ca }), ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) };
  }

  /** Returns the token in the file of a user; undefined if the user names no file. */
  token(user: Json, userName: string): string | undefined {
    const path = textOf(user, "tokenFile");
    if (path === undefined) return undefined;
    const what = `token file ${path} of user "${userName}"`;
    const token = this.#read(path, what, SECRET_LIMIT_BYTES).toString("utf8").trim();
    if (headerText(token) === undefined) throw new ConnectionError(`the ${what} ${NO_HEADER}: write the token again, on one line`);
    return token;
  }

  #content(entry: Json, field: string, what: string): Buffer | undefined {
    const data = textOf(entry, `${field}-data`);
    if (data !== undefined) return Buffer.from(data, "base64");
    const path = textOf(entry, field);
    return path === undefined ? undefined : this.#read(path, `${what} ${path}`, CONFIG_LIMIT_BYTES);
  }

  #read(path: string, what: string, limitBytes: number): Buffer {
    const piped = this.#piped.get(path);
    if (piped !== undefined) return piped;
    try {
      return readSmallFile(path, { limitBytes });
    } catch (cause) {
      throw new ConnectionError(`the ${what} ${unreadable(cause)}: ${REMEDY}`, { cause });
    }
  }

  #keepPipe(entry: Json, field: string): void {
    const path = textOf(entry, field);
    if (path === undefined || textOf(entry, `${field}-data`) !== undefined || this.#piped.has(path)) return;
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return;
    try {
      this.#piped.set(path, readSmallFile(path, { limitBytes: CONFIG_LIMIT_BYTES, acceptsPipe: true }));
    } catch (cause) {
      throw new ConnectionError(`the ${field} ${path} ${unreadable(cause)}: ${REMEDY}`, { cause });
    }
  }
}

function parsed(what: string, field: string, parse: () => unknown): void {
  try {
    parse();
  } catch {
    // The cause is left out: it may quote a key.
    throw new ConnectionError(
      `the ${what} in ${field} cannot be read: it must be PEM, base64-encoded if it is in the kubeconfig itself; ${REMEDY}`,
    );
  }
}
