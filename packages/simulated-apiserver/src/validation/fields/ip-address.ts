export const NO_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
export const NO_CIDR = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

const OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(\\.${OCTET}){3}$`);

/** Returns "IPv4" or "IPv6"; undefined for a text that is not an address. */
export function familyOf(address: string): "IPv4" | "IPv6" | undefined {
  if (IPV4.test(address)) return "IPv4";
  return /^[0-9a-f:.]+$/i.test(address) && address.includes(":") && URL.canParse(`http://[${address}]/`) ? "IPv6" : undefined;
}

/** Returns the family of a CIDR block; undefined for a text that is not one. */
export function familyOfBlock(block: string): "IPv4" | "IPv6" | undefined {
  const [address = "", bits = "", rest] = block.split("/");
  const family = familyOf(address);
  if (rest !== undefined || family === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  return Number(bits) <= (family === "IPv4" ? 32 : 128) ? family : undefined;
}

/**
 * Returns why an address may not be an endpoint, in the API server's words. Source: pkg/apis/core/validation,
 * ValidateEndpointIP.
 */
export function endpointProblems(address: string): readonly string[] {
  if (address === "0.0.0.0" || /^[0:]+$/.test(address)) return [`may not be unspecified (${address})`];
  if (/^127\./.test(address) || address === "::1") return ["may not be in the loopback range (127.0.0.0/8, ::1/128)"];
  if (/^169\.254\./.test(address) || /^fe[89ab]/i.test(address)) return ["may not be in the link-local range (169.254.0.0/16, fe80::/10)"];
  if (/^224\.0\.0\./.test(address) || /^ff.2:/i.test(address))
    return ["may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"];
  return [];
}
