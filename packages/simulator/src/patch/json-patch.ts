import { stableJson } from "@daemonscope/kube/stable-json";
import { cloneJson, isJsonObject } from "../store/json.ts";

const tokensOf = (pointer: string): readonly string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

class PatchFailure extends Error {}

function listIndex(list: readonly unknown[], token: string, forAdd: boolean): number {
  if (token === "-" && forAdd) return list.length;
  const at = /^\d+$/.test(token) ? Number(token) : -1;
  if (at < 0 || at > list.length || (!forAdd && at === list.length)) throw new PatchFailure(`index ${token} is out of bounds`);
  return at;
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
  const last = path.at(-1);
  if (last === undefined) return act === "remove" ? null : value;
  const parent = read(root, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const at = listIndex(parent, last, act === "add");
    if (act === "add") parent.splice(at, 0, value);
    else if (act === "remove") parent.splice(at, 1);
    else parent[at] = value;
  } else if (isJsonObject(parent)) {
    if (act !== "add" && !Object.hasOwn(parent, last)) throw new PatchFailure(`path /${path.join("/")} does not exist`);
    if (act === "remove") delete parent[last];
    else parent[last] = value;
  } else throw new PatchFailure(`path /${path.join("/")} does not exist`);
  return root;
}

/** Applies an RFC 6902 patch, a list of operations, to a copy; `problem` says which step failed and why, and then nothing was changed. */
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
        if (stableJson(read(value, to)) !== stableJson(content())) throw new PatchFailure(`testing path ${path} value failed`);
      } else if ((op === "copy" || op === "move") && typeof from === "string") {
        const moved = cloneJson(read(value, tokensOf(from)));
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
