import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";

/** The address and credentials of an engine. */
export interface EngineOptions {
  /** `nats://host:port` or `tls://host:port`; several of one cluster of engines, with commas. */
  readonly url: string;
  /** A file: the output of `nsc`, the seed of an nkey, or JSON with user and password, or with token. */
  readonly credentials?: string;
  /** A file with the CA certificates for the engine's certificate. */
  readonly authority?: string;
  /** Files of the client certificate for the engine, and of its key. */
  readonly certificate?: string;
  readonly key?: string;
}

type EngineCredentialFlag = "engine-credentials" | "engine-ca" | "engine-cert" | "engine-key";
type EngineAddressFlag = "from" | "to";

const SCHEMES = ["nats:", "tls:"];
const CREDENTIAL_FLAGS: readonly EngineCredentialFlag[] = ["engine-credentials", "engine-ca", "engine-cert", "engine-key"];

/** Reports whether a text is the address of an engine instead of a file. */
export const isEngineUrl = (text: string): boolean => SCHEMES.some((scheme) => text.startsWith(`${scheme}//`));

function checkedUrl(flag: EngineAddressFlag, text: string): string {
  for (const part of text.split(",")) {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    if (url === undefined || !SCHEMES.includes(url.protocol) || url.hostname === "")
      throw new UsageError(
        `--${flag} is the address of an engine, such as nats://127.0.0.1:4222: "${part.replace(/\/\/[^@/]*@/, "//")}" is not.`,
      );
    if (url.password !== "" || url.username !== "")
      throw new UsageError(
        `--${flag} contains a password, which all users of this machine can see: put it into a file, and name that with --engine-credentials.`,
      );
  }
  return text;
}

/** Returns the engine of a flag; undefined without the flag. Throws UsageError. */
export function engineOf(
  flagValue: (name: EngineAddressFlag | EngineCredentialFlag) => string | undefined,
  flag: EngineAddressFlag,
): EngineOptions | undefined {
  const url = flagValue(flag);
  if (url === undefined) {
    const extra = CREDENTIAL_FLAGS.find((name) => flagValue(name) !== undefined);
    if (extra !== undefined) throw new UsageError(`--${extra} is about an engine, and none was named: add --${flag} nats://HOST:4222.`);
    return undefined;
  }
  const [certificate, key] = [flagValue("engine-cert"), flagValue("engine-key")];
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError("--engine-cert and --engine-key are given together: a certificate is of no use without its key.");
  return {
    url: checkedUrl(flag, url),
    ...optionalEntry("credentials", flagValue("engine-credentials")),
    ...optionalEntry("authority", flagValue("engine-ca")),
    ...optionalEntry("certificate", certificate),
    ...optionalEntry("key", key),
  };
}
