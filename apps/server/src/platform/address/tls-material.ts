import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { CONFIG_LIMIT_BYTES, readSmallFile, unreadable } from "@daemonscope/kube-client/connect/small-file";
import type { TlsFiles } from "./server-address.ts";

/** A certificate and its matching key. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** Expiry of the certificate. */
  readonly endsAtMs: number;
}

type TlsReadResult = { readonly kind: "read"; readonly material: TlsMaterial } | { readonly kind: "problem"; readonly text: string };

const problem = (text: string): TlsReadResult => ({ kind: "problem", text });

function textOf(flag: string, file: string): { readonly text: string } | { readonly why: string } {
  try {
    return { text: readSmallFile(file, { limitBytes: CONFIG_LIMIT_BYTES }).toString("utf8") };
  } catch (cause) {
    return { why: `${flag} ${file} ${unreadable(cause)}` };
  }
}

function certificateIn(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

const isoText = (text: string) => new Date(text).toISOString();

/** Reads both files. A problem is one sentence without its full stop. */
export function readTls({ certFile, keyFile }: TlsFiles, nowMs: number): TlsReadResult {
  const cert = textOf("--tls-cert", certFile);
  const key = textOf("--tls-key", keyFile);
  if ("why" in cert) return problem(cert.why);
  if ("why" in key) return problem(key.why);
  const certificate = certificateIn(cert.text);
  if (certificate === undefined) return problem(`--tls-cert ${certFile} holds no certificate in PEM`);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key.text)) return problem(`--tls-key ${keyFile} holds no private key in PEM`);
  if (/ENCRYPTED/.test(key.text))
    return problem(`--tls-key ${keyFile} is encrypted, and its password cannot be asked for: give an unencrypted one`);
  if (Date.parse(certificate.validTo) <= nowMs)
    return problem(`the certificate of --tls-cert ${certFile} expired at ${isoText(certificate.validTo)}: give a new one`);
  if (Date.parse(certificate.validFrom) > nowMs)
    return problem(`the certificate of --tls-cert ${certFile} begins at ${isoText(certificate.validFrom)}: look at this machine's clock`);
  try {
    if (!certificate.checkPrivateKey(createPrivateKey(key.text)))
      return problem(`the key of --tls-key ${keyFile} is not that of the certificate in ${certFile}: give both of one pair`);
    createSecureContext({ cert: cert.text, key: key.text, minVersion: "TLSv1.2" });
  } catch (cause) {
    return problem(`--tls-cert ${certFile} and --tls-key ${keyFile} cannot be used: ${(cause as Error).message}`);
  }
  return { kind: "read", material: { cert: cert.text, key: key.text, endsAtMs: Date.parse(certificate.validTo) } };
}
