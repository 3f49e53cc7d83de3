/** An action that a page offers: its title, its effect and its command lines. */
export interface StoryAction {
  readonly title: string;
  readonly effect: string;
  readonly lines: readonly string[];
}

/** The page of a DaemonSet at one moment of a story, as docs/stories.md shows it. */
export interface StoryRow {
  /** The number of the story, such as `T1`. */
  readonly id: string;
  /** Time since the start of the story in milliseconds, a multiple of 1000. */
  readonly afterMs: number;
  readonly path: string;
  readonly headline: string;
  /** The answer of the page about one node; empty on other pages. */
  readonly answer: string;
  readonly actions: readonly StoryAction[];
}

const HEADER = "| page | actions |\n|---|---|\n";
const MOMENT = /^(T\d+) \+(\d+):(\d\d) `([^`]+)`$/;
const ACTION = /^\*\*(.+?)\*\*([^`]*)((?:`[^`]*` ?)*)$/;

const escaped = (text: string): string => text.replaceAll("|", "\\|");
const unescaped = (text: string): string => text.replaceAll("\\|", "|");

function momentOf({ id, afterMs, path }: StoryRow): string {
  const seconds = afterMs / 1000;
  return `${id} +${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} \`${path}\``;
}

const fullText = ({ title, effect, lines }: StoryAction): string =>
  [`**${title}**`, effect, ...lines.map((line) => `\`${line}\``)].filter((part) => part !== "").join(" ");

/** Writes the table. An action that an earlier row of the same story has too is written as its title. */
export function writeStoryRows(rows: readonly StoryRow[]): string {
  const written = new Map<string, string>();
  const lines = rows.map((row) => {
    const actions = row.actions.map((action) => {
      const key = `${row.id} ${action.title}`;
      const text = fullText(action);
      if (written.get(key) === text) return `**${action.title}**`;
      written.set(key, text);
      return text;
    });
    const page = [momentOf(row), row.headline, row.answer].filter((part) => part !== "");
    return `| ${escaped(page.join("<br>"))} | ${escaped(actions.join("<br>"))} |\n`;
  });
  return HEADER + lines.join("");
}

/** Reads the table of a document. Throws for a row that `writeStoryRows` does not write. */
export function readStoryRows(document: string): readonly StoryRow[] {
  const known = new Map<string, StoryAction>();
  const table = document.slice(document.indexOf(HEADER) + HEADER.length);
  return table
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [page = "", cell = ""] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((text) => unescaped(text.trim()));
      const [moment = "", headline = "", answer = ""] = page.split("<br>");
      const [, id = "", minutes, seconds, path = ""] = MOMENT.exec(moment) ?? [];
      if (path === "") throw new Error(`not a row of a story: ${line}`);
      const actions = (cell === "" ? [] : cell.split("<br>")).map((text): StoryAction => {
        const [, title = "", effect = "", code = ""] = ACTION.exec(text) ?? [];
        if (title === "") throw new Error(`not an action: ${text}`);
        const key = `${id} ${title}`;
        const action = { title, effect: effect.trim(), lines: [...code.matchAll(/`([^`]*)`/g)].map(([, line = ""]) => line) };
        const earlier = known.get(key);
        if (text === `**${title}**` && earlier !== undefined) return earlier;
        known.set(key, action);
        return action;
      });
      return { id, afterMs: (Number(minutes) * 60 + Number(seconds)) * 1000, path, headline, answer, actions };
    });
}

/** Returns the document with another table. */
export const withStoryRows = (document: string, rows: readonly StoryRow[]): string =>
  document.slice(0, document.indexOf(HEADER)) + writeStoryRows(rows);
