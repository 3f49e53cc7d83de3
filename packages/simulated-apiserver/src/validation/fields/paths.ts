import type { FieldError } from "../../objects/failures.ts";
import { invalidValue } from "./field-errors.ts";

/** Rejects a path with `..`. */
export const backstepErrors = (path: string, field: string): readonly FieldError[] =>
  path.split("/").includes("..") ? [invalidValue(field, path, "must not contain '..'")] : [];

/** Rejects a path that leaves its start folder. Source: pkg/apis/core/validation, validateLocalDescendingPath. */
export const descendingPathErrors = (path: string, field: string): readonly FieldError[] => [
  ...(path.startsWith("/") ? [invalidValue(field, path, "must be a relative path")] : []),
  ...backstepErrors(path, field),
];

/**
 * Rejects a path of a file that leaves its volume, or that starts with two dots, which the kubelet reserves for itself.
 * Source: ValidateLocalNonReservedPath.
 */
export const volumePathErrors = (path: string, field: string): readonly FieldError[] => [
  ...descendingPathErrors(path, field),
  ...(path.startsWith("..") && !path.startsWith("../") ? [invalidValue(field, path, "must not start with '..'")] : []),
];
