/** Commands whose `--schema` prints the JSON schema of `-o json`. */
export const SCHEMA_NAMES = ["explain", "status", "pods", "history", "wait", "diff", "what-if", "audit", "version"] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];
