import { isLoopback } from "../address/loopback.ts";
import type { AuthKind } from "./auth-kind.ts";
import { given } from "./flag-values.ts";
import type { FlagName } from "./flags.ts";
import { UsageError } from "./usage-error.ts";

/** Whether people may act on the cluster, and where that is written down. */
export interface WritesChoice {
  readonly allowWrites: boolean;
  /** Absent: beside `--history`, else in memory. */
  readonly audit?: string;
}

interface Asked {
  readonly allowWrites: boolean;
  readonly auth: AuthKind;
  readonly host: string;
  readonly isSimulated: boolean;
}

/** Throws UsageError where it could not be told who acts. */
export function writesOf(one: (name: FlagName) => string | undefined, { allowWrites, auth, host, isSimulated }: Asked): WritesChoice {
  const audit = one("audit");
  if (audit !== undefined && !allowWrites && !isSimulated)
    throw new UsageError("--audit writes down what is done, and without --allow-writes nothing is: add it, or leave --audit out.");
  if (allowWrites && auth === "none" && !isLoopback(host))
    throw new UsageError(
      `--allow-writes on --host ${host} would let other machines change the cluster without a login: add --auth token, or listen on 127.0.0.1.`,
    );
  if (allowWrites && (auth === "proxy" || auth === "oidc"))
    throw new UsageError(
      `--allow-writes changes the cluster with the person's own token and never with the server's, and --auth ${auth} brings none: use --auth token, or leave --allow-writes out.`,
    );
  return { allowWrites, ...given("audit", audit) };
}
