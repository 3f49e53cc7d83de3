const SPACE = /[\s:,]/;

/**
 * Visits the keys of a JSON text in order, repeated ones too. `path` has the form `spec.containers[0].name`. The text
 * must be JSON.
 */
export function visitKeys(text: string, visit: (path: string, isRepeated: boolean) => void): void {
  let at = 0;

  function skipSpace(): void {
    while (SPACE.test(text[at] ?? "")) at++;
  }

  /** Reads from the opening quote to behind the closing one. */
  function readText(): string {
    const start = at;
    at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  }

  function visitObject(path: string): void {
    const seen = new Set<string>();
    at++;
    for (skipSpace(); text[at] !== "}"; skipSpace()) {
      const key = readText();
      const below = path === "" ? key : `${path}.${key}`;
      visit(below, seen.has(key));
      seen.add(key);
      visitValue(below);
    }
    at++;
  }

  function visitList(path: string): void {
    at++;
    let index = 0;
    for (skipSpace(); text[at] !== "]"; skipSpace()) visitValue(`${path}[${index++}]`);
    at++;
  }

  function visitValue(path: string): void {
    skipSpace();
    if (text[at] === "{") visitObject(path);
    else if (text[at] === "[") visitList(path);
    else if (text[at] === '"') readText();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
  }

  visitValue("");
}
