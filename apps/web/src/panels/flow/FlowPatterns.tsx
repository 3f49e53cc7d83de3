/** Fills that are distinct in greyscale: the marks of the cells as patterns. `id` makes them unique on the page. */
export function FlowPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={`${id}starting`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--wash-starting)" />
        <rect width="2" height="5" fill="var(--st-starting)" />
      </pattern>
      <pattern id={`${id}pending`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--wash-starting)" />
        <rect x="1" y="1" width="2" height="2" fill="var(--st-starting)" />
      </pattern>
      <pattern id={`${id}leaving`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--bg-1)" />
        <rect width="5" height="2" fill="var(--st-leaving)" />
      </pattern>
      <pattern id={`${id}gap`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--bg)" />
        <circle cx="3" cy="3" r="1.5" fill="none" stroke="var(--ink)" strokeWidth="1" />
      </pattern>
    </defs>
  );
}
