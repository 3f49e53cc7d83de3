import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { FastifyInstance } from "fastify";
import type { TlsFiles } from "../../platform/address/server-address.ts";
import { readTls, type TlsMaterial } from "../../platform/address/tls-material.ts";
import { TlsRenewal } from "../../platform/address/tls-renewal.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { useCertificate } from "./listen.ts";

/** Reads the certificate. Throws UsageError with the problem of the files. */
export function loadCertificate(files: TlsFiles): TlsMaterial {
  const read = readTls(files, Date.now());
  if (read.kind === "problem") throw new UsageError(`${read.text[0]?.toUpperCase()}${read.text.slice(1)}.`);
  return read.material;
}

/** Watches the files of a certificate. New connections get the current one. Open connections continue. */
export function renewCertificate(files: TlsFiles, first: TlsMaterial, app: FastifyInstance, terminal: Terminal): TlsRenewal {
  return new TlsRenewal({
    files,
    first,
    timers: systemTimers,
    nowMs: Date.now,
    onRenewed: (material) => useCertificate(app, material),
    onProblem: (text) => {
      app.log.error(text);
      terminal.warn(`${text}.`);
    },
  });
}
