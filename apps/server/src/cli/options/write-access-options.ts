import { isLoopback } from "../../platform/address/loopback.ts";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { AuthKind } from "../flags/auth-kind.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";

/** Whether users may act on the cluster, and where the audit is written. */
export interface WriteAccessOptions {
  readonly allowWrites: boolean;
  /** Absent: in the folder of `--history`, or in memory without one. */
  readonly audit?: string;
  /** Each action also writes a Kubernetes Event on the changed objects. */
  readonly writeEvents: boolean;
}

/**
 * Returns the write access. Throws UsageError if the user of an action could not be identified, and for flags that
 * need --allow-writes.
 */
export function writesOf(
  { values }: Pick<ParsedFlags, "values">,
  { auth, host }: { readonly auth: AuthKind; readonly host: string },
): WriteAccessOptions {
  const audit = values.get("audit")?.[0];
  const [allowWrites, writeEvents, isSimulated] = [values.has("allow-writes"), values.has("write-events"), values.has("simulate")];
  if (audit !== undefined && !allowWrites && !isSimulated)
    throw new UsageError("--audit writes down what is done, and without --allow-writes nothing is: add it, or leave --audit out.");
  if (writeEvents && !allowWrites && !isSimulated)
    throw new UsageError(
      "--write-events writes an Event on what is changed, and without --allow-writes nothing is: add it, or leave --write-events out.",
    );
  if (allowWrites && auth === "none" && !isLoopback(host))
    throw new UsageError(
      `--allow-writes on --host ${host} would let other machines change the cluster without a login: add --auth token, or listen on 127.0.0.1.`,
    );
  if (allowWrites && (auth === "proxy" || auth === "oidc"))
    throw new UsageError(
      `--allow-writes changes the cluster with the person's own token and never with the server's, and --auth ${auth} brings none: use --auth token, or leave --allow-writes out.`,
    );
  return { allowWrites, writeEvents, ...optionalEntry("audit", audit) };
}
