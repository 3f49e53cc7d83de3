const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

const short = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2))));

/** Memory as kubectl top writes it, in mebibytes, and in gibibytes from one on: `199Mi`, `1.5Gi`. */
export function bytesText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${Number((bytes / GIBIBYTE).toPrecision(3))}Gi`;
  return bytes < MEBIBYTE ? `${Math.round(bytes / 1024)}Ki` : `${Math.round(bytes / MEBIBYTE)}Mi`;
}

/** Cores as kubectl top writes them, in thousandths, and whole from one on: `31m`, `1.2`. */
export const coresText = (cores: number): string => (cores >= 1 ? short(cores) : `${Math.round(cores * 1000)}m`);
