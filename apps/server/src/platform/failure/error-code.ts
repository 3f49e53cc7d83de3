/** Returns the code of an error of Node, for example ENOENT; any other value as text. */
export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
