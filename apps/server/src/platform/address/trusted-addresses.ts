import { BlockList, isIP } from "node:net";

/** A set of IP addresses and networks. */
export interface TrustedAddresses {
  /** With their prefix lengths: `10.0.0.0/8`, `::1/128`. */
  readonly given: readonly string[];
  /** Checks the address of a socket, which may be an IPv4 address mapped to IPv6. */
  has(address: string | undefined): boolean;
}

/** A single address is a network of one. */
interface Network {
  readonly address: string;
  readonly bits: number;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** Parses `10.0.0.0/8` or `::1`; undefined for any other text. */
export function networkOf(text: string): Network | undefined {
  const [address = "", bits, more] = text.split("/");
  const widest = isIP(address) === 4 ? 32 : 128;
  const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  return isIP(address) === 0 || more !== undefined || prefix < 0 || prefix > widest ? undefined : { address, bits: prefix };
}

export function addressList(networks: readonly Network[]): TrustedAddresses {
  const list = new BlockList();
  for (const { address, bits } of networks) list.addSubnet(address, bits, familyOf(address));
  return {
    given: networks.map(({ address, bits }) => `${address}/${bits}`),
    has(address) {
      const plain = address === undefined ? undefined : (MAPPED.exec(address)?.[1] ?? address);
      return plain !== undefined && isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}
