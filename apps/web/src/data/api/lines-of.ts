/** Yields each line of an answer when it arrives. Text after the last line break is no line. Throws the browser's error
 *  if the connection breaks. `onBytes`: called for all received bytes, with or without a complete line. */
export async function* linesOf({ body }: Pick<Response, "body">, onBytes?: () => void): AsyncGenerator<string, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    // A caller that stops early does not load the rest.
    reader.cancel().catch(() => undefined);
  }
}
