import { stableJson } from "@daemonscope/kube/values/stable-json";
import { cloneJson, isJsonObject } from "../objects/json.ts";

class PatchFailure extends Error {}

/** Returns the parts of a path. The text before the first slash is ignored, and a path without a slash is an error. */
function tokensOf(pointer: string): readonly string[] {
  const [, ...tokens] = pointer.split("/");
  if (tokens.length === 0) throw new PatchFailure(`path ${JSON.stringify(pointer)} leads nowhere`);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the index of a token. A negative number counts from the end; for an addition, of the longer list. */
function listIndex(list: readonly unknown[], token: string, forAdd: boolean): number {
  if (token === "-" && forAdd) return list.length;
  const count = forAdd ? list.length + 1 : list.length;
  const number = /^[+-]?\d+$/.test(token) ? Number(token) : Number.NaN;
  const at = number < 0 ? number + count : number;
  if (!(at >= 0 && at < count)) throw new PatchFailure(`index ${token} is out of bounds`);
  return at;
}

/** Returns the value at a path; null if the parent object lacks the last field. */
function readLast(root: unknown, path: readonly string[]): unknown {
  const parent = read(root, path.slice(0, -1));
  const last = path.at(-1) ?? "";
  return isJsonObject(parent) && !Object.hasOwn(parent, last) ? null : read(root, path);
}

function read(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const token of path) {
    if (Array.isArray(value)) value = value[listIndex(value, token, false)];
    else if (isJsonObject(value) && Object.hasOwn(value, token)) value = value[token];
    else throw new PatchFailure(`path /${path.join("/")} does not exist`);
  }
  return value;
}

function write(root: unknown, path: readonly string[], act: "add" | "replace" | "remove", value: unknown): unknown {
  const last = path.at(-1) ?? "";
  const parent = read(root, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const at = listIndex(parent, last, act === "add");
    if (act === "add") parent.splice(at, 0, value);
    else if (act === "remove") parent.splice(at, 1);
    else parent[at] = value;
  } else if (isJsonObject(parent)) {
    if (act === "remove" && !Object.hasOwn(parent, last)) throw new PatchFailure(`path /${path.join("/")} does not exist`);
    if (act === "remove") delete parent[last];
    else parent[last] = value;
  } else throw new PatchFailure(`path /${path.join("/")} does not exist`);
  return root;
}

/**
 * Applies an RFC 6902 patch, a list of operations, to a copy, with the deviations of the API server's library.
 * `problem` names the failed step and the reason; then nothing was changed.
 */
export function applyJsonPatch(target: unknown, patch: readonly unknown[]): { readonly value: unknown } | { readonly problem: string } {
  let value = cloneJson(target);
  for (const [at, step] of patch.entries()) {
    const { op, path, from } = isJsonObject(step) ? step : {};
    try {
      if (typeof path !== "string") throw new PatchFailure("path is missing");
      const to = tokensOf(path);
      const content = () => cloneJson((step as { value?: unknown }).value);
      if (op === "add" || op === "replace") value = write(value, to, op, content());
      else if (op === "remove") value = write(value, to, op, undefined);
      else if (op === "test") {
        if (stableJson(readLast(value, to)) !== stableJson(content())) throw new PatchFailure(`testing path ${path} value failed`);
      } else if ((op === "copy" || op === "move") && typeof from === "string") {
        const moved = cloneJson(readLast(value, tokensOf(from)));
        if (op === "move") value = write(value, tokensOf(from), "remove", undefined);
        value = write(value, to, "add", moved);
      } else throw new PatchFailure(`unknown operation ${JSON.stringify(op)}`);
    } catch (error) {
      if (error instanceof PatchFailure) return { problem: `operation ${at}: ${error.message}` };
      throw error;
    }
  }
  return { value };
}
