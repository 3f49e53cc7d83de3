const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(m|u|n|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi|E|Ei|[eE][+-]?\d{1,3})?$/;

const SCALE: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** A Kubernetes quantity as a number (`250m` is 0.25, `1.5Gi` is 1610612736); undefined when it cannot be read.
 *  Exact up to 53 bits: enough to compare requests with what a node has. */
export function parseQuantity(text: string): number | undefined {
  const parts = QUANTITY.exec(text);
  if (!parts) return undefined;
  const suffix = parts[3] ?? "";
  const scale = suffix === "" ? 1 : (SCALE[suffix] ?? 10 ** Number(suffix.slice(1)));
  return (parts[1] === "-" ? -1 : 1) * Number(parts[2]) * scale;
}
