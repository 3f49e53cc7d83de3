import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { TlsFiles } from "./server-address.ts";
import { readTls, type TlsMaterial } from "./tls-material.ts";

/** Interval at which the files are read. A renewal replaces them at the same paths, as in a mounted Secret. */
export const TLS_CHECK_INTERVAL_MS = 30_000;

interface TlsRenewalParts {
  readonly files: TlsFiles;
  readonly first: TlsMaterial;
  readonly timers: Timers;
  readonly nowMs: () => number;
  /** New connections get this material from now on; open connections continue. */
  readonly onRenewed: (material: TlsMaterial) => void;
  /** One sentence without its full stop. A problem that stays the same is reported once. */
  readonly onProblem: (text: string) => void;
}

/** Adopts a new certificate when the files contain one. Keeps the old one while the files are unusable. */
export class TlsRenewal {
  readonly #parts: TlsRenewalParts;
  #current: TlsMaterial;
  #lastReported = "";
  #next: { cancel(): void };

  constructor(parts: TlsRenewalParts) {
    this.#parts = parts;
    this.#current = parts.first;
    this.#next = parts.timers.after(TLS_CHECK_INTERVAL_MS, () => this.#check());
  }

  /** Expiry of the certificate in use. */
  get endsAtMs(): number {
    return this.#current.endsAtMs;
  }

  close(): void {
    this.#next.cancel();
  }

  #check(): void {
    const { files, nowMs, onRenewed, onProblem, timers } = this.#parts;
    const read = readTls(files, nowMs());
    if (read.kind === "problem") {
      if (read.text !== this.#lastReported) onProblem(`${read.text}; the certificate that was read before is used on`);
      this.#lastReported = read.text;
    } else {
      this.#lastReported = "";
      if (read.material.cert !== this.#current.cert || read.material.key !== this.#current.key) {
        this.#current = read.material;
        onRenewed(read.material);
      }
    }
    this.#next = timers.after(TLS_CHECK_INTERVAL_MS, () => this.#check());
  }
}
