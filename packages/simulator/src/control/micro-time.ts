/** Formats a time as the API's MicroTime: six digits, of which the clock fills three. */
export function microTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
}
