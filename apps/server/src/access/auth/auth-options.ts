import type { TrustedAddresses } from "../../platform/address/trusted-addresses.ts";

/** Prefixes of external names, which make them equal to the cluster's names of users and groups. */
export interface NamePrefixes {
  readonly userName: string;
  readonly groups: string;
}

/** A proxy that authenticates users and passes their names in headers. */
export interface ProxyAuthOptions {
  readonly from: TrustedAddresses;
  readonly secretFile: string;
  /** In lower case, like `groupsHeader`. */
  readonly userHeader: string;
  readonly groupsHeader: string;
  readonly prefixes: NamePrefixes;
}

/** A provider of OpenID Connect. */
export interface OidcOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecretFile?: string;
  readonly userNameClaim: string;
  readonly groupsClaim: string;
  readonly scopes: readonly string[];
  readonly prefixes: NamePrefixes;
}
