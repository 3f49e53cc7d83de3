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
 * The same for a file in a volume that a kubelet writes. Names that start with two dots are reserved for the kubelet.
 * Source: ValidateLocalNonReservedPath.
 */
export const volumePathErrors = (path: string, field: string): readonly FieldError[] => [
  ...descendingPathErrors(path, field),
  ...(path.startsWith("..") && !path.startsWith("../") ? [invalidValue(field, path, "must not start with '..'")] : []),
];
