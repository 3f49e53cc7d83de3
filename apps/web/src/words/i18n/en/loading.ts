/** Parts that load when they are first shown. */
export const loading = {
  failed: "This part of the page could not be loaded: the server is away, or runs another version. What is shown beside it stays.",
  again: "Reload the page",
} as const;
