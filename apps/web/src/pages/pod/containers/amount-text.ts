const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

const short = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2))));

/** Formats memory in binary units: `512Ki`, `199Mi`, and from one gibibyte on `1.5Gi`. */
export function bytesText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${Number((bytes / GIBIBYTE).toPrecision(3))}Gi`;
  return bytes < MEBIBYTE ? `${Math.round(bytes / 1024)}Ki` : `${Math.round(bytes / MEBIBYTE)}Mi`;
}

/** Formats cores in thousandths, and from one core on in cores: `31m`, `1.2`. */
export const coresText = (cores: number): string => (cores >= 1 ? short(cores) : `${Math.round(cores * 1000)}m`);
