/** A moment as the reader's clock shows it, with seconds; the whole date in its title and for machines. */
export function ClockTime({ atMs }: { readonly atMs: number }) {
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, "0");
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {`${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`}
    </time>
  );
}
