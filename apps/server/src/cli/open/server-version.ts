import type { Transport } from "@daemonscope/kube-client/http/transport";

/** A longer wait would delay the start. The version is only shown, and marks a simulated cluster. */
const TIMEOUT_MS = 1500;
const LIMIT_BYTES = 16_384;

/** Returns the API server's gitVersion; undefined if it does not arrive in time. */
export async function serverVersion(transport: Transport, stop: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const answer = await transport.get("/version", {}, { signal, headersTimeoutMs: TIMEOUT_MS });
    let text = "";
    for await (const part of answer.body) {
      text += String(part);
      if (text.length > LIMIT_BYTES) return undefined;
    }
    const body: unknown = JSON.parse(text);
    const version = typeof body === "object" && body !== null && "gitVersion" in body ? body.gitVersion : undefined;
    return typeof version === "string" ? version.slice(0, 64) : undefined;
  } catch {
    // Unreachable, forbidden or no Kubernetes: the watches detect and report it.
    return undefined;
  }
}
