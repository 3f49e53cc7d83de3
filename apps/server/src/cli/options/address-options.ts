import { hostParts } from "../../api/safety/request-guard.ts";
import type { ServerAddress } from "../../platform/address/server-address.ts";
import { addressList, networkOf, type TrustedAddresses } from "../../platform/address/trusted-addresses.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";

const SEGMENTS = /^\/(?:[A-Za-z0-9._~-]+\/)*$/;

/** Returns the base path of all pages, with a slash at both ends: `/` by default. Throws UsageError. */
export function basePathOf(text = "/"): string {
  const path = `/${text}/`.replace(/\/{2,}/g, "/");
  if (text.includes("://"))
    throw new UsageError(
      `--base-path is a path such as /daemonscope/, without a host: "${text}" is an address; give that by --public-url.`,
    );
  if (!SEGMENTS.test(path) || path.split("/").some((part) => part === "." || part === ".."))
    throw new UsageError(`--base-path is a path such as /daemonscope/, of letters, digits, ".", "_", "~" and "-": "${text}" is not.`);
  return path;
}

/** Parses addresses or networks; a text may hold several with commas. Throws UsageError that names the flag. */
export function trustedAddressesOf(flag: string, texts: readonly string[]): TrustedAddresses {
  const entries = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
  return addressList(
    entries.map((text) => {
      const network = networkOf(text);
      if (network === undefined)
        throw new UsageError(`--${flag} names addresses or networks such as 10.0.0.7 or 10.0.0.0/8: "${text}" is neither.`);
      if (network.bits === 0) throw new UsageError(`--${flag} ${text} is every address there is: name those of your proxy.`);
      return network;
    }),
  );
}

/**
 * Returns a host name that browsers may use for this server, in lower case, with or without a port. Throws UsageError
 * for a text that no Host header can equal.
 */
export function allowedHostOf(text: string): string {
  if (text.includes("*"))
    throw new UsageError(
      `--allow-host ${JSON.stringify(text)} is no name: patterns are not allowed, because a page of any name that points here could read the cluster. Repeat --allow-host for each name that browsers use.`,
    );
  const parts = hostParts(text);
  if (parts === undefined || !/[a-z0-9]/.test(parts.name) || Number(parts.port ?? 0) > 65_535)
    throw new UsageError(
      `--allow-host is a name such as scope.example or scope.example:8443, without a scheme or a path: ${JSON.stringify(text)} is not.`,
    );
  return text.toLowerCase();
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError(`--public-url is the page's address such as https://host/path/, and nothing behind it: "${text}" is not.`);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

export interface AddressFlags {
  readonly basePath: string | undefined;
  readonly forwardedFrom: readonly string[];
  readonly publicUrl: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

/** Builds the address from the flags. Throws UsageError, also if two flags contradict each other. */
export function serverAddressOf({ basePath: base, forwardedFrom, publicUrl: url, certFile, keyFile }: AddressFlags): ServerAddress {
  const basePath = basePathOf(base);
  const publicUrl = url === undefined ? undefined : publicUrlOf(url);
  // Without --base-path the paths may differ, because a proxy may remove that of the public URL.
  if (publicUrl !== undefined && basePath !== "/" && publicUrl.pathname !== basePath)
    throw new UsageError(`--base-path ${basePath} and --public-url ${publicUrl.href} name two paths: make them one.`);
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new UsageError(
      certFile === undefined
        ? "--tls-key has no certificate: add --tls-cert with the file of the certificate."
        : "--tls-cert has no key: add --tls-key with the file of its private key.",
    );
  if (publicUrl?.protocol === "http:" && certFile !== undefined)
    throw new UsageError(`--public-url ${publicUrl.href} is plain http, and --tls-cert makes this server speak TLS: write https.`);
  return {
    basePath,
    forwardedFrom: trustedAddressesOf("forwarded-from", forwardedFrom),
    publicUrl,
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
  };
}
