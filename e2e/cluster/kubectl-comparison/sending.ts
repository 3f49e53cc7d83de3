import type { RawRequest } from "./two-clusters.ts";

const JSON_TYPE = "application/json";

export const post = (path: string, body: unknown): RawRequest => ({
  method: "POST",
  path,
  contentType: JSON_TYPE,
  body: JSON.stringify(body),
});
export const put = (path: string, body: unknown): RawRequest => ({ ...post(path, body), method: "PUT" });
export const merge = (path: string, body: unknown): RawRequest => ({
  ...post(path, body),
  method: "PATCH",
  contentType: "application/merge-patch+json",
});
export const remove = (path: string, body: unknown = {}): RawRequest => ({ ...post(path, body), method: "DELETE" });
