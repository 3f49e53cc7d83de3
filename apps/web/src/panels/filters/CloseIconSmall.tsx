/** Marks that a click removes a filter. */
export const CloseIconSmall = () => (
  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.3" />
  </svg>
);
