import type { Json } from "@daemonscope/kube-client/decode/fields";
import { isJson, textField } from "@daemonscope/kube-client/decode/fields";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { labError } from "./lab-error.ts";

/** Sends requests to the simulated cluster's API, as kubectl would. */
export interface KubeClient {
  get(path: string): Promise<Json>;
  /** Undefined for 404. */
  find(path: string): Promise<Json | undefined>;
  send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Json>;
  /** A merge patch, RFC 7396. */
  merge(path: string, patch: unknown): Promise<Json>;
  /** A JSON patch, RFC 6902. */
  jsonPatch(path: string, operations: readonly object[]): Promise<Json>;
  /** A strategic merge patch, which joins containers by name. */
  strategicMerge(path: string, patch: unknown): Promise<Json>;
}

/** Returns the API's refusal with its own message. */
async function refusalOf(answer: Response): Promise<ApiFailure> {
  const text = await answer.text();
  let status: unknown;
  try {
    status = JSON.parse(text);
  } catch {
    // The body is no Status; its text becomes the message.
  }
  const message = isJson(status) ? textField(status, "message") : undefined;
  const reason = isJson(status) ? textField(status, "reason") : undefined;
  return new ApiFailure(answer.status, reason ?? "Refused", message ?? `The API server answered ${answer.status}: ${text.slice(0, 300)}`);
}

/** Creates a client that throws ApiFailure with the API server's own message for every answer except 2xx. `find`
 *  accepts 404 too. */
export function createKubeClient(url: string): KubeClient {
  async function ask(method: string, path: string, body?: unknown, type = "application/json"): Promise<Response> {
    try {
      return await fetch(`${url}${path}`, {
        method,
        // Another story may listen at this address later, and a kept connection would belong to the previous one.
        headers: { connection: "close", ...(body === undefined ? {} : { "content-type": type }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      const message = "The simulated cluster does not answer: try again, or restart the story.";
      throw labError(502, "Unreachable", {}, message, { cause });
    }
  }
  async function askJson(method: string, path: string, body?: unknown, type?: string): Promise<Json> {
    const answer = await ask(method, path, body, type);
    if (!answer.ok) throw await refusalOf(answer);
    return (await answer.json()) as Json;
  }
  return {
    get: (path) => askJson("GET", path),
    async find(path) {
      const answer = await ask("GET", path);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw await refusalOf(answer);
      return (await answer.json()) as Json;
    },
    send: (method, path, body) => askJson(method, path, body),
    merge: (path, patch) => askJson("PATCH", path, patch, "application/merge-patch+json"),
    jsonPatch: (path, operations) => askJson("PATCH", path, operations, "application/json-patch+json"),
    strategicMerge: (path, patch) => askJson("PATCH", path, patch, "application/strategic-merge-patch+json"),
  };
}
