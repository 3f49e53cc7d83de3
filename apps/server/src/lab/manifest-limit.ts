const MEGABYTE = 1024 * 1024;

/** Limit of a manifest, in UTF-8. The API server has the same limit for a request. */
export const MANIFEST_LIMIT_BYTES = 3 * MEGABYTE;

/** Limit of a request with a manifest. Escaping as JSON can double a manifest, and larger ones get an exact answer. */
export const MANIFEST_BODY_BYTES = 16 * MEGABYTE;

/** Returns a size in MB, rounded up, so that a size above a limit never looks like the limit. */
export const megabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 10) / 10;
