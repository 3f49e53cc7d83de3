/** Returns the message of an error. An AggregateError of Node has an empty one; its text is then its name. */
export const errorMessage = (error: unknown): string => (error instanceof Error && error.message !== "" ? error.message : String(error));
