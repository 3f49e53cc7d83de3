/** Formats a time as the API's MicroTime with six decimal digits. The clock gives only three of them. */
export function microTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
}
