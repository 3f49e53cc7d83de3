import { fetchOk } from "./fetch-answer.ts";

/** Asks what does not fit an address: the question is the body, as JSON. Throws OtherLog where the answer is of another log. */
export async function postQuestion<T>(path: string, question: string, log: string | undefined, signal?: AbortSignal): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: question };
  return (await (await fetchOk(path, {}, log, signal, init)).json()) as T;
}
