import type { FieldError } from "../../objects/failures.ts";
import { invalidValue } from "./field-errors.ts";

/** A path that may not climb. */
export const backstepErrors = (path: string, field: string): readonly FieldError[] =>
  path.split("/").includes("..") ? [invalidValue(field, path, "must not contain '..'")] : [];

/** A path that stays below where it starts. Source: pkg/apis/core/validation, validateLocalDescendingPath. */
export const descendingPathErrors = (path: string, field: string): readonly FieldError[] => [
  ...(path.startsWith("/") ? [invalidValue(field, path, "must be a relative path")] : []),
  ...backstepErrors(path, field),
];

/** The same for a file in a volume that a kubelet writes: names that start with two dots are its own. Source: ValidateLocalNonReservedPath. */
export const volumePathErrors = (path: string, field: string): readonly FieldError[] => [
  ...descendingPathErrors(path, field),
  ...(path.startsWith("..") && !path.startsWith("../") ? [invalidValue(field, path, "must not start with '..'")] : []),
];
