import { fetchOk } from "./fetch-answer.ts";

/** Posts a request that does not fit a URL: the body contains it as JSON. Throws EpochMismatchError if the answer is
 *  of another log. */
export async function postJsonQuery<T>(path: string, body: string, log: string | undefined, signal?: AbortSignal): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  return (await (await fetchOk(path, {}, log, signal, init)).json()) as T;
}
