/** Formats a time as the API's MicroTime with six digits. The clock fills three of them. */
export function microTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
}
